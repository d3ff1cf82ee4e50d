import { viewerContext } from "#app/context.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { studioOf } from "#app/slices/upload/save-picture.server.ts";
import type { ShownPicture } from "./account-part.tsx";

/** The reader's picture, on their own account page. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "picture",
  async read(context) {
    const isOn = studioOf(context) !== null;
    const viewer = await context.get(viewerContext);
    const picture = await pictureOfViewer(context, viewer);
    return ({ mayChange }): ShownPicture => ({ isOn, name: viewer.name, picture, mayChange });
  },
};

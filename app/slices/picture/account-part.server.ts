import { viewerContext } from "#app/context.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { isKept } from "#app/slices/upload/save-file.server.ts";
import type { ShownPicture } from "./account-part.tsx";
import { PICTURE } from "./picture.server.ts";

/** Reads the reader's picture for their account page. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "picture",
  async read(context) {
    const isOn = isKept(context, PICTURE);
    const viewer = await context.get(viewerContext);
    const picture = await pictureOfViewer(context, viewer);
    return ({ mayChange }): ShownPicture => ({ isOn, name: viewer.name, picture, mayChange });
  },
};

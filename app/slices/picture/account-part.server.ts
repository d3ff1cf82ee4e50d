import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { findPicture } from "#app/identity/user/find-picture.server.ts";
import { studioOf } from "#app/slices/upload/save-picture.server.ts";
import type { ShownPicture } from "./account-part.tsx";

/** The reader's picture, on their own account page. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "picture",
  async read(context, userId) {
    const isOn = studioOf(context) !== null;
    const picture = await findPicture(context, userId);
    return ({ viewer: { name }, mayChange }): ShownPicture => ({ isOn, name, picture, mayChange });
  },
};

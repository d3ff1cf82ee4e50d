import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { findPictureOf } from "#app/slices/upload/save-picture.server.ts";
import { accountPart } from "./account-part.server.ts";
import { PICTURE } from "./picture.server.ts";
import { userPart } from "./user-part.server.ts";

export const pictureHooks: IdentityHooks = {
  picture: (context, userId) => findPictureOf(context, PICTURE, userId),
  account: accountPart,
  user: userPart,
};

import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { pictureIdOf, placeOfPicture } from "#app/slices/upload/pictures.server.ts";
import { accountPart } from "./account-part.server.ts";
import { PICTURE } from "./picture.server.ts";
import { userPart } from "./user-part.server.ts";

export const pictureHooks: IdentityHooks = {
  picture: {
    idOf: (userId) => pictureIdOf(PICTURE, userId),
    placeOf: (context, id) => placeOfPicture(context, PICTURE, id),
  },
  account: accountPart,
  user: userPart,
};

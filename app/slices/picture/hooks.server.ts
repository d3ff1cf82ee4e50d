import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { accountPart } from "./account-part.server.ts";
import { findPictureOf } from "./picture.server.ts";
import { userPart } from "./user-part.server.ts";

export const pictureHooks: IdentityHooks = { picture: findPictureOf, account: accountPart, user: userPart };

import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { accountPart } from "./account-part.server.ts";
import { findBounce } from "./bounce.server.ts";
import { bounceTables } from "./personal.ts";
import { userPart } from "./user-part.server.ts";

export const bounceHooks: IdentityHooks = {
  mailStop: findBounce,
  account: accountPart,
  user: userPart,
  personal: bounceTables,
};

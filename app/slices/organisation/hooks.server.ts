import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { organisationPersonalTables } from "./personal.ts";
import { userPart } from "./user-part.server.ts";

export const organisationHooks: IdentityHooks = {
  personal: organisationPersonalTables,
  user: userPart,
};

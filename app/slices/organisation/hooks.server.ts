import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { userPart } from "#app/slices/organisation/manager/user-part.server.ts";
import { organisationPersonalTables } from "./personal.ts";

export const organisationHooks: IdentityHooks = {
  personal: organisationPersonalTables,
  user: userPart,
};

import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { holdingPersonalTables } from "./personal.ts";

export const holdingHooks: IdentityHooks = { personal: holdingPersonalTables };

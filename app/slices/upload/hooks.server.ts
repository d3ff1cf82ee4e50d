import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { uploadTables } from "./personal.ts";

export const uploadHooks: IdentityHooks = { personal: uploadTables };

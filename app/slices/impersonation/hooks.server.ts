import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { userPart } from "./user-part.server.ts";

export const impersonationHooks: IdentityHooks = { user: userPart };

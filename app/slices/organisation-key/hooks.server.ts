import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { findKey } from "./find-key.server.ts";

export const organisationKeyHooks: IdentityHooks = { tenantKey: findKey };

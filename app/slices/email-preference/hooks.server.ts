import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { emailPreferenceTables } from "./personal.ts";

export const emailPreferenceHooks: IdentityHooks = {
  account: {
    key: "email-preference",
    read:
      async () =>
      ({ mayChange }) =>
        mayChange,
  },
  personal: emailPreferenceTables,
};

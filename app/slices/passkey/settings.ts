import { flag } from "#app/setting-values.ts";

export const passkeySettings = {
  /** Whether people can add passkeys and sign in with them. Off, those that exist are kept, and open nothing. */
  PASSKEYS: flag.default(true),
};

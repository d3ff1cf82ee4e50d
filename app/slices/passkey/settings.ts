import { flag } from "#app/setting-values.ts";

export const passkeySettings = {
  /** Whether people can add passkeys and sign in with them. If false, existing ones are kept, but don't work. */
  PASSKEYS: flag.default(true),
};

import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** How many passkeys a user has, among the facts of their page, in words; null where passkeys are switched off. */
export const passkeysUserPart: UserPart<{ term: string; value: string } | null> = {
  key: "passkey",
  facts: ({ data }) => (data ? [data] : []),
};

import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** Shows how many passkeys a user has, among the facts of their page; null if passkeys are switched off. */
export const passkeysUserPart: UserPart<{ term: string; value: string } | null> = {
  key: "passkey",
  facts: ({ data }) => (data ? [data] : []),
};

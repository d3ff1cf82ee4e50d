/** The value of the page's search parameter `confirm` that asks before all access tokens of a user are revoked. */
export const REVOKE_TOKENS = "revoke-tokens";

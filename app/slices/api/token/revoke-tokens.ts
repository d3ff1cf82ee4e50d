/** The value of the page's search parameter `confirm` that asks whether to revoke all access tokens of a user. */
export const REVOKE_TOKENS = "revoke-tokens";

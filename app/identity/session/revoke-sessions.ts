/** The `state` in the URL that asks for confirmation before all other sessions end. */
export const REVOKE_SESSIONS = "revoke-sessions";

/** The state of a page, in its URL, that asks before all other sessions end. */
export const REVOKE_SESSIONS = "revoke-sessions";

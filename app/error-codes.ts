/**
 * The codes of refusals that the product raises, each with the status of its response. The code is in the X-Error-Code
 * header and in the request log; its message is `code:<CODE>` in locales/.
 */
export const RAISED = {
  ACCESS_DENIED: 403,
  /** The user's address was changed so lately that its change can still be undone. */
  ADDRESS_CHANGED_LATELY: 409,
  /** Another account had the address until lately, and can get it back. */
  ADDRESS_RESERVED: 409,
  BANNED_USER: 403,
  /** The user is banned with another reason or until another day. */
  BAN_IN_FORCE: 409,
  BOOK_ALREADY_EXISTS: 409,
  CROSS_SITE_REQUEST: 403,
  DEMO_READ_ONLY: 403,
  EMAIL_CAN_NOT_BE_UPDATED: 409,
  EMAIL_NOT_VERIFIED: 403,
  FAILED_TO_CREATE_USER: 500,
  FAILED_TO_GET_USER_INFO: 502,
  /** It is the only way to sign in that the user has (features/auth/ways-in). */
  FAILED_TO_UNLINK_LAST_ACCOUNT: 409,
  FAILED_TO_UPDATE_USER: 500,
  GENRE_ALREADY_EXISTS: 409,
  GENRE_IN_USE: 409,
  GENRE_NOT_FOUND: 400,
  /** A request with this key is under way. */
  IDEMPOTENCY_KEY_IN_USE: 409,
  /** The key came with another request before. */
  IDEMPOTENCY_KEY_REUSED: 422,
  /** The access token may not do this (docs/api.md, Scopes). */
  INSUFFICIENT_SCOPE: 403,
  INVALID_ACCESS_TOKEN: 401,
  INVALID_FIELDS: 422,
  INVALID_OTP: 400,
  INVALID_PASSKEY: 400,
  INVALID_REQUEST: 400,
  LAST_ADMINISTRATOR: 409,
  LIMIT_REACHED: 429,
  METHOD_NOT_ALLOWED: 405,
  MISSING_RESPONSE: 400,
  /** The user has neither a second step nor a passkey. */
  NOTHING_TO_RESET: 409,
  NOT_FOUND: 404,
  NOT_WHILE_IMPERSONATING: 403,
  OTP_EXPIRED: 400,
  /** The passkey's counter went backwards: there are two of it. */
  PASSKEY_COPIED: 403,
  PASSKEY_EXPIRED: 400,
  PASSKEY_NOT_FOUND: 400,
  PAYLOAD_TOO_LARGE: 413,
  /** If-Match names an older state of what is to be changed. */
  PRECONDITION_FAILED: 412,
  PROVIDER_NOT_FOUND: 404,
  /** Raised by generated entities that refer to others. */
  REFERENCE_NOT_FOUND: 400,
  /** Someone else has begun a reset of the user's factors. */
  RESET_IN_PROGRESS: 409,
  /** The administrator who began a reset can't be the second one who confirms it, and nor can its user. */
  RESET_NEEDS_ANOTHER: 409,
  /** The reset was stopped, carried out, or has lapsed. */
  RESET_NOT_OPEN: 409,
  ROLE_CHANGED: 409,
  /** Somebody else has changed the row since the form was opened. */
  ROW_CHANGED: 409,
  /** Somebody else has deleted the row since the form was opened. */
  ROW_DELETED: 409,
  ROW_IN_USE: 409,
  /** What was deleted can't come back: meanwhile there is another row like it. */
  ROW_NOT_RESTORED: 409,
  SERVICE_UNAVAILABLE: 503,
  /** The reader's last proof of who they are is too old for what they asked (features/proof/recent-proof). */
  SESSION_EXPIRED: 401,
  SIGNUP_DISABLED: 403,
  SOCIAL_ACCOUNT_ALREADY_LINKED: 409,
  UNKNOWN_ERROR: 500,
  UNSUPPORTED_MEDIA_TYPE: 415,
  USER_ALREADY_EXISTS: 409,
  USER_NOT_FOUND: 404,
  VERIFICATION_FAILED: 403,
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: 403,
  YOU_CANNOT_BAN_YOURSELF: 409,
  YOU_CANNOT_CHANGE_YOURSELF: 409,
  YOU_CANNOT_IMPERSONATE_THIS_USER: 403,
} as const;

/**
 * Codes of the contract (docs/product.md, Errors) that nothing raises yet. Clients may know them already, so whoever
 * builds what they are about (passwords, organisations) moves them up instead of inventing others.
 */
export const RESERVED = {
  // User
  FAILED_TO_CREATE_SESSION: 500,
  FAILED_TO_GET_SESSION: 500,
  USER_EMAIL_NOT_FOUND: 404,
  // Credentials
  INVALID_PASSWORD: 400,
  INVALID_EMAIL: 400,
  INVALID_EMAIL_OR_PASSWORD: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  INVALID_TOKEN: 400,
  ID_TOKEN_NOT_SUPPORTED: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 404,
  // Accounts
  ACCOUNT_NOT_FOUND: 404,
  // Admin
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: 403,
  // Organisation and member
  YOU_ARE_NOT_ALLOWED_TO_CREATE_ORGANIZATIONS: 403,
  MAXIMUM_ORGANIZATIONS_REACHED: 409,
  ORGANIZATION_ALREADY_EXISTS: 409,
  ORGANIZATION_NOT_FOUND: 404,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
  NO_ACTIVE_ORGANIZATION: 400,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 409,
  MEMBER_NOT_FOUND: 404,
  ROLE_NOT_FOUND: 404,
  ONLY_OWNER_CANNOT_LEAVE: 409,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 409,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 403,
  // Team
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS: 403,
  TEAM_ALREADY_EXISTS: 409,
  TEAM_NOT_FOUND: 404,
  MAXIMUM_TEAMS_REACHED: 409,
  LAST_TEAM_CANNOT_BE_REMOVED: 409,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 403,
  // Invitation
  USER_ALREADY_INVITED: 409,
  INVITATION_NOT_FOUND: 404,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
  INVITER_IS_NO_LONGER_A_MEMBER: 409,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE: 403,
  FAILED_TO_RETRIEVE_INVITATION: 500,
} as const;

/** The catalogue: each code with the status of its response. */
export const ERROR_CODES = { ...RAISED, ...RESERVED };

export type ErrorCode = keyof typeof ERROR_CODES;

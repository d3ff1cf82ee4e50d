import { type Merged, type Ruled, ruled } from "./slices.ts";

const OF_SLICES: Merged<Ruled<"errorCodes">> = Object.assign({}, ...ruled("errorCodes"));

/** The refusals that several slices share. They stay when one of these slices is removed. */
export const OF_SEVERAL_SLICES = {
  /** The setting DEMO is on. */
  DEMO_READ_ONLY: 403,
  /** The account is the user's only way to sign in (identity/auth/ways-in). */
  FAILED_TO_UNLINK_LAST_ACCOUNT: 409,
  NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  ROW_IN_USE: 409,
  /**
   * The user may enter the manager, so they need a second step at sign-in, and they have none (the hook `signInStep`).
   */
  SECOND_STEP_REQUIRED: 403,
  /** This isolate has no memory for another upload. */
  TOO_MANY_UPLOADS: 503,
  USER_NOT_FOUND: 404,
} as const;

/**
 * The codes of refusals that the product raises, each with the status of its response. The code is in the X-Error-Code
 * header and in the request log; its message is `code:<CODE>` in locales/. Each slice declares the codes that only it
 * raises.
 */
export const RAISED = {
  ...OF_SLICES,
  ...OF_SEVERAL_SLICES,
  ACCESS_DENIED: 403,
  /** Another account had this address until recently, and its owner can still take it back. */
  ADDRESS_RESERVED: 409,
  BANNED_USER: 403,
  /** The user is already banned, for another reason or until another day. */
  BAN_IN_FORCE: 409,
  /** The browser does not send cookies back, and nobody can sign in without them. */
  COOKIES_NEEDED: 400,
  CROSS_SITE_REQUEST: 403,
  EMAIL_CAN_NOT_BE_UPDATED: 409,
  EMAIL_NOT_VERIFIED: 403,
  /** The user has proven who they are, but D1 could not store the session. */
  FAILED_TO_CREATE_SESSION: 500,
  FAILED_TO_CREATE_USER: 500,
  /** D1 could not look up the session. */
  FAILED_TO_GET_SESSION: 500,
  FAILED_TO_GET_USER_INFO: 502,
  FAILED_TO_UPDATE_USER: 500,
  /** A program called the API without encryption. */
  HTTPS_REQUIRED: 403,
  INVALID_ACCESS_TOKEN: 401,
  INVALID_EMAIL: 400,
  INVALID_OTP: 400,
  INVALID_REQUEST: 400,
  /** The link in an email has expired, was used already, or was not signed by us. */
  INVALID_TOKEN: 400,
  LAST_ADMINISTRATOR: 409,
  LIMIT_REACHED: 429,
  METHOD_NOT_ALLOWED: 405,
  MISSING_RESPONSE: 400,
  NOT_WHILE_IMPERSONATING: 403,
  OTP_EXPIRED: 400,
  PAYLOAD_TOO_LARGE: 413,
  /** Raised by generated entities that refer to others. */
  REFERENCE_NOT_FOUND: 400,
  /** The body of the request took too long to arrive. */
  REQUEST_TIMEOUT: 408,
  ROLE_CHANGED: 409,
  /** Somebody else has changed the row since the form was opened. */
  ROW_CHANGED: 409,
  /** Somebody else has deleted the row since the form was opened. */
  ROW_DELETED: 409,
  /** A deleted row can't be restored because another one like it now exists. */
  ROW_NOT_RESTORED: 409,
  SERVICE_UNAVAILABLE: 503,
  /** The reader's last proof of who they are is too old for this action (identity/proof/recent-proof). */
  SESSION_EXPIRED: 401,
  SIGNUP_DISABLED: 403,
  SOCIAL_ACCOUNT_ALREADY_LINKED: 409,
  /** The parent row has as many child rows as it may have (docs/decisions/0076). */
  TOO_MANY_ROWS: 409,
  UNKNOWN_ERROR: 500,
  USER_ALREADY_EXISTS: 409,
  /** Somebody has proven an address that no user has, and nobody can sign up. */
  USER_EMAIL_NOT_FOUND: 404,
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
} as const;

/**
 * Codes of the contract (docs/product.md, Errors) that nothing raises yet. Clients may know them already: when you
 * build the feature (passwords, say), move its codes up and don't invent others.
 */
export const RESERVED = {
  // Credentials
  INVALID_PASSWORD: 400,
  INVALID_EMAIL_OR_PASSWORD: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  ID_TOKEN_NOT_SUPPORTED: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 404,
  // Admin
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: 403,
  // Organisation and member
} as const;

/** The catalogue: each code with the status of its response. */
export const ERROR_CODES = { ...RAISED, ...RESERVED };

export type ErrorCode = keyof typeof ERROR_CODES;

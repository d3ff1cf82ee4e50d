/** The secrets that are generated for each machine and each environment. Nobody has to know them. */
export const OWN_SECRETS = ["COOKIE_SECRETS", "LOGIN_CODE_SECRET", "SECOND_STEP_SECRETS"];

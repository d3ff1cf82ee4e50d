/** The secrets that each machine and each environment gets when it lacks them: nobody has to know them. */
export const OWN_SECRETS = ["COOKIE_SECRETS", "LOGIN_CODE_SECRET", "SECOND_STEP_SECRETS"];

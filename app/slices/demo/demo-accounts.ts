import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";

/** Whether an email address belongs to a demo account. */
export const isDemoAccount = (email: string) => FIRST_ACCOUNTS.some((account) => account.email === email);

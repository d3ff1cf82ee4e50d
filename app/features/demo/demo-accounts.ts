/** The accounts that anyone can sign in with, in the demo and on a developer's machine. */
export const DEMO_ACCOUNTS = [
  { email: "admin@admin.com", name: "Admin", role: "admin" },
  { email: "user@user.com", name: "User", role: "user" },
] as const;

/** Whether an email address belongs to a demo account. */
export const isDemoAccount = (email: string) => DEMO_ACCOUNTS.some((account) => account.email === email);

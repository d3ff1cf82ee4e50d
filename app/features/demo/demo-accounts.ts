/** The accounts anyone can sign in with: in the demo, and on a machine of their own. */
export const DEMO_ACCOUNTS = [
  { email: "admin@admin.com", name: "Admin", role: "admin" },
  { email: "user@user.com", name: "User", role: "user" },
] as const;

/** Whether an address is that of an account of the demo. */
export const isDemoAccount = (email: string) => DEMO_ACCOUNTS.some((account) => account.email === email);

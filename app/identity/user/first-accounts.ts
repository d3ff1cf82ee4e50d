/** The accounts that the seed creates. Everyone signs in with them on a developer's machine, and in the demo. */
export const FIRST_ACCOUNTS = [
  { email: "admin@admin.com", name: "Admin", role: "admin" },
  { email: "user@user.com", name: "User", role: "user" },
] as const;

import { eq } from "drizzle-orm";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { socialAccounts } from "./social-accounts.table.ts";

export const providerTables: readonly PersonalTable[] = [
  personalTable(socialAccounts, {
    section: "linkedAccounts",
    of: ({ id }) => eq(socialAccounts.userId, id),
    by: socialAccounts.createdAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      provider: "value",
      providerUserId: "value",
      lastUsedAt: "time",
      createdAt: "time",
      updatedAt: { leftOut: "It is the time of the last use, or of the creation." },
    },
  }),
];

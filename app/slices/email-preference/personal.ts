import { eq } from "drizzle-orm";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { emailPreferences } from "./email-preferences.table.ts";

export const emailPreferenceTables: readonly PersonalTable[] = [
  personalTable(emailPreferences, {
    section: "emailPreferences",
    of: ({ id }) => eq(emailPreferences.userId, id),
    by: emailPreferences.createdAt,
    columns: {
      id: INTERNAL,
      kind: "value",
      userId: OWN_ID,
      mailboxKey: { leftOut: "It is of addresses without an account." },
      isOn: "value",
      dueAt: "time",
      sentAt: "time",
      site: { leftOut: "It is always this site." },
      createdAt: "time",
      updatedAt: "time",
    },
  }),
];

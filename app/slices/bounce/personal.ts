import { eq } from "drizzle-orm";
import { type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { bounces } from "./bounces.table.ts";

export const bounceTables: readonly PersonalTable[] = [
  personalTable(bounces, {
    section: "bounces",
    of: ({ email }) => eq(bounces.email, email),
    by: bounces.at,
    outlives: "An address that mail comes back from must not be mailed again because its account is gone.",
    columns: { email: "value", reason: "value", at: "time" },
  }),
];

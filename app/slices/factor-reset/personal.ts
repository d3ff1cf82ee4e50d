import { eq } from "drizzle-orm";
import {
  ABOUT_OTHERS,
  INTERNAL,
  OWN_ID,
  type PersonalTable,
  personalTable,
} from "#app/identity/hooks/personal-table.ts";
import { factorResets } from "./factor-resets.table.ts";

export const factorResetTables: readonly PersonalTable[] = [
  personalTable(factorResets, {
    section: "factorResets",
    of: ({ id }) => eq(factorResets.userId, id),
    by: factorResets.begunAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      email: "value",
      ofManager: INTERNAL,
      begunBy: ABOUT_OTHERS,
      begunAt: "time",
      confirmedBy: ABOUT_OTHERS,
      confirmedAt: "time",
      dueAt: "time",
      doneAt: "time",
      stoppedAt: "time",
      language: "value",
      site: { leftOut: "It is always this site." },
    },
  }),
];

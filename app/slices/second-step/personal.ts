import { eq } from "drizzle-orm";
import {
  INTERNAL,
  OWN_ID,
  type PersonalTable,
  personalTable,
  SECRET,
} from "#app/identity/hooks/personal-table.ts";
import { recoveryCodes, secondSteps } from "./second-steps.table.ts";

export const secondStepTables: readonly PersonalTable[] = [
  personalTable(secondSteps, {
    section: "secondStep",
    of: ({ id }) => eq(secondSteps.userId, id),
    by: secondSteps.askedAt,
    columns: {
      userId: OWN_ID,
      sealed: SECRET,
      switchedOnAt: "time",
      lastTimeStep: INTERNAL,
      askedAt: "time",
    },
  }),
  personalTable(recoveryCodes, {
    section: "recoveryCodes",
    of: ({ id }) => eq(recoveryCodes.userId, id),
    by: recoveryCodes.createdAt,
    columns: {
      codeHash: SECRET,
      userId: OWN_ID,
      createdAt: "time",
      usedAt: "time",
    },
  }),
];

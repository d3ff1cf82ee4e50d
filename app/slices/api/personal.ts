import { eq } from "drizzle-orm";
import {
  INTERNAL,
  OWN_ID,
  type PersonalTable,
  personalTable,
  SECRET,
} from "#app/identity/hooks/personal-table.ts";
import { accessTokens } from "./access-tokens.table.ts";
import { idempotencyKeys } from "./idempotency-keys.table.ts";

export const apiTables: readonly PersonalTable[] = [
  personalTable(accessTokens, {
    section: "accessTokens",
    of: ({ id }) => eq(accessTokens.userId, id),
    by: accessTokens.createdAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      name: "value",
      tokenHash: SECRET,
      scopes: "value",
      membershipId: INTERNAL,
      createdAt: "time",
      expiresAt: "time",
      lastUsedAt: "time",
    },
  }),
  personalTable(idempotencyKeys, {
    section: "apiAnswers",
    of: ({ id }) => eq(idempotencyKeys.userId, id),
    by: idempotencyKeys.createdAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      requestHash: { leftOut: "It only recognises a request that is sent again." },
      createdAt: "time",
      status: "value",
      headers: { leftOut: "It repeats what was sent to one of their programs." },
      body: { leftOut: "It repeats what was sent to one of their programs." },
    },
  }),
];

import { eq } from "drizzle-orm";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { passkeys } from "./passkeys.table.ts";

export const passkeyTables: readonly PersonalTable[] = [
  personalTable(passkeys, {
    section: "passkeys",
    of: ({ id }) => eq(passkeys.userId, id),
    by: passkeys.createdAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      name: "value",
      credentialId: { leftOut: "It only names a key that the person keeps." },
      publicKey: { leftOut: "It only checks what that key signs." },
      counter: INTERNAL,
      transports: "value",
      aaguid: "value",
      backedUp: "value",
      createdAt: "time",
      lastUsedAt: "time",
    },
  }),
];

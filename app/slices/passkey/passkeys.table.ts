import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** A passkey (WebAuthn credential): its owner signs in with it instead of a code. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The name that the owner gave the passkey. */
    name: text("name").notNull(),
    /** The authenticator's id of the passkey, as base64url. */
    credentialId: text("credential_id").notNull().unique("passkeys_credential_id_unique"),
    /** The public key (COSE), as base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter at the last sign-in. Always 0 if the authenticator does not count. */
    counter: integer("counter").notNull(),
    /** How browsers may reach the authenticator: "internal", "hybrid", "usb" and others. */
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    /** The model of the authenticator (AAGUID); zeros if it is not known. */
    aaguid: text("aaguid").notNull(),
    /** Whether the passkey is stored beyond one device, for example in a password manager's cloud. */
    backedUp: integer("backed_up", { mode: "boolean" }).notNull(),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
  },
  (table) => [index("passkeys_user_created_at").on(table.userId, table.createdAt, table.id)],
);

/** The used challenges, until they expire. With this table, each challenge works only once (docs/decisions/0051). */
export const usedPasskeyChallenges = sqliteTable(
  "used_passkey_challenges",
  {
    id: text("id").primaryKey(),
    /**
     * The id of the session that was created with the challenge, or of the request. If two requests race to
     * use the challenge, this id tells the batch which one has won.
     */
    usedBy: text("used_by").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [index("used_passkey_challenges_expires_at").on(table.expiresAt)],
);

import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import type { OrganisationRole } from "./organisation-roles.ts";
import { organisations } from "./organisations.table.ts";

/** What became of an invitation. One that is open and past its end has expired. */
export const INVITATION_STATES = ["open", "accepted", "declined", "cancelled"] as const;

/** Whom members have invited. */
export const organisationInvitations = sqliteTable(
  "organisation_invitations",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** Who invites. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The address that it was sent to, as users.email has it: only its owner can accept. */
    email: text("email").notNull(),
    role: text("role").$type<OrganisationRole>().notNull(),
    /** The team that whoever accepts is put into, if it is still there: it refers to none that must be. */
    teamId: text("team_id"),
    state: text("state", { enum: INVITATION_STATES }).notNull(),
    /** What its link proves. Sent again, it has another one, and the earlier link ends. */
    nonce: text("nonce").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("organisation_invitations_open_unique")
      .on(table.organisationId, table.email)
      .where(sql`state = 'open'`),
    index("organisation_invitations_organisation").on(table.organisationId, table.createdAt, table.id),
    index("organisation_invitations_user").on(table.userId),
    index("organisation_invitations_email").on(table.email),
    index("organisation_invitations_expires_at").on(table.expiresAt),
  ],
);

import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { organisations } from "./organisations.table.ts";

/** The states of an invitation. If the end of an open invitation has passed, it has expired. */
export const INVITATION_STATES = ["open", "accepted", "declined", "cancelled"] as const;

/** The invitations that members have sent. */
export const organisationInvitations = sqliteTable(
  "organisation_invitations",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** The inviter. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /**
     * The address that the invitation was sent to, written as in users.email. Only the owner of that address
     * can accept.
     */
    email: text("email").notNull(),
    role: text("role").$type<OrganisationRole>().notNull(),
    /** The team that the new member is added to, if it still exists. No foreign key, so the team can be deleted. */
    teamId: text("team_id"),
    state: text("state", { enum: INVITATION_STATES }).notNull(),
    /**
     * A secret in the proof that the link contains. A renewed invitation gets another secret, so the previous
     * link stops working.
     */
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

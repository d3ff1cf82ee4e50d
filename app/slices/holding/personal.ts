import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { everyOrganisations } from "#app/slices/organisation/owned-by-organisation.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { holdings } from "./holdings.table.ts";

// A user's data export includes the rows of an organisation only while the user is a member, because users no
// longer see the rows of an organisation that they have left.
const isMemberOf = (organisationId: SQLiteColumn, userId: string) =>
  sql`exists (select 1 from ${organisationMembers} where ${and(eq(organisationMembers.organisationId, organisationId), eq(organisationMembers.userId, userId))})`;

const { table, isAnybodys } = everyOrganisations(holdings);

export const holdingPersonalTables: readonly PersonalTable[] = [
  personalTable(table, {
    section: "holdings",
    of: ({ id }) => and(eq(table.userId, id), isAnybodys, isMemberOf(table.organisationId, id)) as SQL,
    by: table.createdAt,
    outlives: "The shelf is the organisation's.",
    forgets: true,
    columns: {
      id: INTERNAL,
      organisationId: "value",
      userId: OWN_ID,
      bookId: "value",
      title: "value",
      author: "value",
      note: { leftOut: "Members write it together." },
      titleKey: INTERNAL,
      authorKey: INTERNAL,
      createdAt: "time",
      updatedAt: "time",
    },
  }),
];

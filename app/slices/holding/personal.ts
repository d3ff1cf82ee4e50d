import { and, eq, type SQL } from "drizzle-orm";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { everyOrganisations } from "#app/slices/organisation/owned-by-organisation.ts";
import { holdings } from "./holdings.table.ts";

const { table, isAnybodys } = everyOrganisations(holdings);

export const holdingPersonalTables: readonly PersonalTable[] = [
  personalTable(table, {
    section: "holdings",
    of: ({ id }) => and(eq(table.userId, id), isAnybodys) as SQL,
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
      note: "value",
      titleKey: INTERNAL,
      authorKey: INTERNAL,
      createdAt: "time",
      updatedAt: "time",
    },
  }),
];

import { eq } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { totalOf } from "#app/core/db/totals.server.ts";
import type { Written } from "#app/core/db/written.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { LIST_SIZES } from "#app/core/lists/view/list-view.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import {
  type Changer,
  changeOrganisation,
  removeOrganisation,
} from "#app/slices/organisation/change-organisation.server.ts";
import type { OrganisationChange } from "#app/slices/organisation/organisation.schema.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";

// Lets administrators of the product manage organisations, by the permissions of their role and not as members.

const row = {
  id: organisations.id,
  name: organisations.name,
  slug: organisations.slug,
  memberCount: organisations.memberCount,
  logoId: organisations.logoId,
  createdAt: organisations.createdAt,
};

/** A row of the manager's list of organisations. */
interface OrganisationRow {
  id: string;
  name: string;
  slug: string;
  memberCount: number;
  /** See organisations.table.ts, and withLogo(). */
  logoId: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A page of the manager's list of organisations. */
interface OrganisationListPage {
  page: Page<OrganisationRow>;
  /** The number of all organisations; null if it is not known. For a search: MAX_RESULTS_COUNTED + 1 at most. */
  total: number | null;
  /** The order; null for a search, which has its own. */
  sort: string | null;
}

/** Each order has an index. */
const ORDERS = {
  name: [organisations.nameKey, organisations.id],
  created: [organisations.createdAt, organisations.id],
} satisfies Orders;

/**
 * One page of all organisations, or of those whose name or current address matches a term. It reads at most 60 rows for
 * 20 organisations, 110 for 50, 210 for 100; a search reads what docs/product.md, Numbers allows.
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function listOrganisationRows(
  db: Database,
  {
    term,
    sort,
    after,
    size = LIST_SIZES[0],
  }: { term: string; sort: string | null; after: string | null; size?: number | undefined },
): Promise<OrganisationListPage> {
  if (term) return { ...(await searchRows(db, term, parseCursor(after, rowKeys), size)), sort: null };
  const order = readOrder(ORDERS, { sort, cursor: after, otherwise: "name" });
  const [rows, [total]] = await Promise.all([
    db
      .select({ ...row, keys: order.keys })
      .from(organisations)
      .where(order.after)
      .orderBy(...order.orderBy)
      .limit(size + 1),
    totalOf(db, "organisations"),
  ]);
  return {
    page: orderedPage(rows, size, order),
    total: total?.value ?? null,
    sort: order.sort,
  };
}

const searchRows = (db: Database, term: string, after: [rowid: number] | null, size: number) =>
  searchPage(db, { index: "organisations_search", term, after, pageSize: size }, (matches, limit) =>
    db
      .select({ ...row, ...FOUND })
      .from(matches)
      .crossJoin(organisations)
      .where(isFound(organisations))
      .limit(limit),
  );

/** Finds an organisation, or null. */
export async function findOrganisation(db: Database, id: string): Promise<OrganisationRow | null> {
  const [found] = await db.select(row).from(organisations).where(eq(organisations.id, id));
  return found ?? null;
}

/** An administrator of the product who changes an organisation. */
const administratorWho = (
  db: Database,
  actor: Actor,
  permission: "organisation:update" | "organisation:delete",
): Changer => ({
  actor,
  may: mayStill(db, actor, permission),
  refusal: async () =>
    (await lostAuthority(db, actor, permission)) ?? { ok: false, code: "ORGANIZATION_NOT_FOUND" },
});

/** Changes the name or the address of any organisation, if the form showed their current values. */
export const updateAnyOrganisation = (
  db: Database,
  id: string,
  change: OrganisationChange,
  actor: Actor,
): Promise<Written> => changeOrganisation(db, id, change, administratorWho(db, actor, "organisation:update"));

/** Deletes any organisation with everything in it. This can't be undone. */
export const deleteAnyOrganisation = (db: Database, id: string, actor: Actor): Promise<Written> =>
  removeOrganisation(db, id, administratorWho(db, actor, "organisation:delete"));

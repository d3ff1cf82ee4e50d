import { and, eq, exists, getTableColumns, sql } from "drizzle-orm";
import { type SQLiteColumn, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { data, type RouterContextProvider } from "react-router";
import type { AuditAction } from "#app/audit-actions.ts";
import { dbContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { timestamp } from "#app/core/db/columns.ts";
import {
  everybodys,
  type Owned,
  type OwnRows,
  ownerColumnOf,
  rowsOf,
  rowsOfAllOwners,
  rowsOfOwner,
} from "#app/core/db/owned.ts";
import { GONE, type Written } from "#app/core/db/written.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { type Actor, currentActor, requestOf } from "#app/identity/audit/audit.server.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { linkSchema } from "./link.schema.ts";
import type { Linked } from "./linked.ts";

// A user's link to their own row (docs/decisions/0075). The row stores the time when it was shared. The link has the
// row's id, and a proof of the id and that time, so an earlier link does not work again when the row is shared again.

/** How long a link works, in milliseconds (docs/product.md, Numbers). */
const LIFE = 365 * DAY;

const PURPOSE = "row";

/** A table of rows that can be shared. `sharedAt`: the time when a row was shared; null if it is not shared. */
type Sharable = RowTable & { sharedAt: SQLiteColumn };

/** The columns that all of these tables have, for the types of their queries. */
const shape = sqliteTable("shape", { id: text("id").notNull(), sharedAt: timestamp("shared_at") });

const asShape = <Table extends Sharable>(owned: Owned<Table>) => owned as unknown as Owned<typeof shape>;

const isOpen = (sharedAt: number | null, now: number): sharedAt is number =>
  sharedAt !== null && sharedAt > now - LIFE;

/** The data that a link's proof signs: the path, the row, and the time when the row was shared. */
const named = (path: string, id: string, since: number) => `${path} ${id} ${since}`;

/** The arguments of a loader or an action of a row's page. */
interface Page {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: { id: string };
}

/**
 * Reads the data of a link's page for the owner of the row. Nobody else finds it.
 * @param row.label the column with the row's name
 * @param row.path the path of the page that others open
 * @throws a 404 response
 */
export async function readLink<Table extends Sharable>(
  { context, params: { id } }: Page,
  owned: Owned<Table>,
  { label, path }: { label: keyof Table["_"]["columns"] & string; path: string },
): Promise<{ label: string; url: string | null }> {
  const [row] = await readOwn(context, async (owner) => {
    const rows = rowsOfOwner(asShape(owned), owner);
    const name = getTableColumns<SQLiteTable>(everybodys(owned).table)[label];
    return context
      .get(dbContext)
      .select({ label: sql<string>`${name}`.as("label"), sharedAt: rows.sharedAt })
      .from(rows)
      .where(eq(rows.id, id));
  });
  if (!row) throw data(null, { status: 404 });
  if (!isOpen(row.sharedAt, context.get(platformContext).now)) return { label: row.label, url: null };
  const link = new URL(path, requestOf(context).site);
  const proof = await linkProof(context.get(settingsContext), PURPOSE, named(path, id, row.sharedAt));
  link.search = String(new URLSearchParams({ since: String(row.sharedAt), proof }));
  return { label: row.label, url: link.href };
}

/**
 * Shares a row by a link, or stops sharing it, as its form says. Redirects to the form's page.
 * @param action the audited action
 * @throws a 404 response if the user has no such row
 */
export async function writeLink<Table extends Sharable>(
  { request, context, url, params: { id } }: Page & { request: Request },
  owned: Owned<Table>,
  action: AuditAction,
): Promise<Response> {
  const own = rowsOf(asShape(owned), (await context.get(viewerContext)).id);
  const form = await parseForm(request, context, linkSchema);
  if (!form.ok) throw await invalidForm(form);
  const { isShared } = form.value;
  const actor = await currentActor(context);
  const written = await tryWrite(context, "common:saveFailed", () =>
    setShared(context.get(dbContext), own, id, { isShared, actor, action }),
  );
  if (!written.ok) return redirectWithMessage(context, url.pathname, written);
  const message = isShared ? "link:success.created" : "link:success.ended";
  return redirectWithMessage(context, url.pathname, message);
}

/**
 * Shares a row, or stops sharing it. The same form sent twice makes one link, because a second one would replace the
 * first.
 */
async function setShared(
  db: Database,
  own: OwnRows<typeof shape>,
  id: string,
  { isShared, actor, action }: { isShared: boolean; actor: Actor; action: AuditAction },
): Promise<Written> {
  const { rows } = own;
  const [row] = await db.select({ sharedAt: rows.sharedAt }).from(rows).where(eq(rows.id, id));
  if (!row) return GONE;
  if (isShared && isOpen(row.sharedAt, actor.at)) return { ok: true, id };
  const values = { sharedAt: isShared ? actor.at : null };
  const written = await updateRow(db, own, id, { values, typed: values, original: row, actor, action });
  // Another request of the same user was faster, so the page shows its result.
  return !written.ok && written.code === "ROW_CHANGED" ? { ok: true, id } : written;
}

/**
 * Reads the row behind a link, for the loader of its page. Returns null, with status 404, for a link that is
 * no longer shared, that we did not make, or whose owner is banned.
 * @param options.find finds the row in `rows`, which contain no other
 * @param options.show returns the part of it that others may see
 */
export async function readLinked<Table extends Sharable, Row, Shown>(
  { context, url, params: { id } }: Page,
  owned: Owned<Table>,
  {
    find,
    show,
  }: {
    find: (db: Database, rows: OwnRows<Table>["rows"], id: string) => Promise<Row | null>;
    show: (row: Row) => Shown;
  },
) {
  const answer = (linked: Linked<Shown> | null) => data(linked, { status: linked ? 200 : 404 });
  const { now } = context.get(platformContext);
  const since = Number(url.searchParams.get("since"));
  const proof = url.searchParams.get("proof") ?? "";
  const link = named(url.pathname, id, since);
  const isOurs = await isLinkProof(context.get(settingsContext), PURPOSE, link, proof);
  if (!isOurs || !isOpen(since, now)) return answer(null);
  const db = context.get(dbContext);
  const { table, isAnybodys } = everybodys(asShape(owned));
  const isShown = and(isAnybodys, eq(table.id, id), eq(table.sharedAt, since));
  const isOwner = and(eq(users.id, ownerColumnOf(table) as SQLiteColumn), notBanned(users, now));
  const owner = db.select({ id: users.id }).from(users).where(isOwner);
  const rows = rowsOfAllOwners(owned, and(isShown, exists(owner)));
  const [[sharer], row] = await Promise.all([
    db.select({ name: users.name }).from(table).innerJoin(users, isOwner).where(isShown),
    find(db, rows, id),
  ]);
  return answer(sharer && row ? { by: sharer.name, row: show(row) } : null);
}

import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, union } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { users } from "#app/identity/tables/users.ts";

const ENTRIES_PER_PAGE = 25;

/**
 * `restorable`: 1 if the entry is about a deletion that a manager of such rows can undo. Rows with an owner are not
 * included.
 */
export type AuditEntry = Omit<typeof auditLog.$inferSelect, "tenantId"> & { restorable: number };

/** Which entries to list. Null: no filter. */
export interface AuditFilter {
  /**
   * Lists entries by, as or about the person with this id or email address. The id of a row lists the entries
   * about that row.
   */
  person: string | null;
  action: AuditAction | null;
  /**
   * For actions on many rows: "whole" lists only the summary entry, unless an action is selected; "each" lists every
   * entry; `of` lists the entries that the summary entry with this id summarises.
   */
  operations: "whole" | "each" | { of: string };
  /** Entries from the time `from` on, and before the time `before`. Milliseconds since 1970. */
  from: number | null;
  before: number | null;
}

const { tenantId, ...own } = getTableColumns(auditLog);

const columns = {
  ...own,
  restorable: sql<number>`${auditLog.action} glob '*.delete' and exists (
    select 1 from ${deletedRows} where ${deletedRows.id} = ${auditLog.subjectId} and ${deletedRows.userId} is null and ${deletedRows.tenantId} is null
  )`.as("restorable"),
};

/**
 * One page of the audit log, newest first. A person's entries are merged from one page of each index, so a
 * long log costs no more than a short one. If an action is selected, too, three other indexes start with the
 * person and the action.
 * @param after the keys of the previous page's last entry; null for the first page
 * @param size how many entries a page has
 */
export async function listAudit(
  db: Database,
  { person, action, operations, from, before }: AuditFilter,
  after: [at: number, id: string] | null,
  size = ENTRIES_PER_PAGE,
): Promise<Page<AuditEntry>> {
  const page = (where?: SQL) =>
    db
      .select(columns)
      .from(auditLog)
      .where(
        and(
          where,
          action ? eq(auditLog.action, action) : undefined,
          from === null ? undefined : gte(auditLog.at, from),
          before === null ? undefined : lt(auditLog.at, before),
          after ? sql`(${auditLog.at}, ${auditLog.id}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(size + 1);
  const whose =
    person === null ? null : sql`coalesce(${userWith(person, users.id)}, ${deletedWith(person)}, ${person})`;
  const isBy = whose && [eq(auditLog.actorId, whose), eq(auditLog.asUserId, whose)];
  const [shown, parts] = [isNull(auditLog.partOf), isNotNull(auditLog.partOf)];
  /** Conditions that each find their part of the list by an index. */
  const each = (): (SQL | undefined)[] => {
    if (typeof operations === "object") return [eq(auditLog.partOf, operations.of)];
    // Entries about one row, or of one action, are listed one by one.
    const about = whose ? [eq(auditLog.subjectId, whose)] : [];
    if (action) return [...(isBy ?? [undefined]), ...about];
    const halves = operations === "whole" ? [shown] : [shown, parts];
    return [...(isBy ?? [undefined]).flatMap((by) => halves.map((half) => and(by, half))), ...about];
  };
  const [first, second, ...others] = each().map((where) => page(where));
  // SQLite allows LIMIT only on a whole UNION, so each part must be a subquery.
  const part = (query: ReturnType<typeof page>) => db.select().from(query.as("entries"));
  const rows =
    first && second
      ? await union(part(first), part(second), ...others.map(part))
          .orderBy(desc(sql`at`), desc(sql`id`))
          .limit(size + 1)
      : await (first ?? page());
  return pageOf(
    rows,
    size,
    ({ at, id }) => [at, id],
    (entry) => entry,
  );
}

/**
 * The address of the user with this id or address; or the address itself if a deleted account last had it; null if
 * there is neither.
 */
export async function findPerson(db: Database, person: string | null): Promise<string | null> {
  if (person === null) return null;
  const deleted = sql`case when ${deletedWith(person)} is not null then ${person} end`;
  const [found] = await db.all<{ email: string | null }>(
    sql`select coalesce(${userWith(person, users.email)}, ${deleted}) as email`,
  );
  return found?.email ?? null;
}

/** The summary entry with this id; null if there is none. */
export async function findOperation(db: Database, id: string): Promise<AuditEntry | null> {
  const [entry] = await db
    .select(columns)
    .from(auditLog)
    .where(and(eq(auditLog.id, id), isNotNull(auditLog.parts)));
  return entry ?? null;
}

/** A column of the user with this id or address. */
const userWith = (idOrEmail: string, column: SQLiteColumn) =>
  sql`(select ${column} from ${users} where ${users.id} = ${idOrEmail} or ${users.email} = ${idOrEmail})`;

/** The id of the deleted account that last had this address. The condition matches the partial index. */
const deletedWith = (email: string) =>
  sql`(
    select ${auditLog.subjectId} from ${auditLog}
    where ${auditLog.subjectLabel} = ${email} and ${auditLog.action} in ('account.delete', 'user.delete')
    order by ${auditLog.at} desc limit 1
  )`;

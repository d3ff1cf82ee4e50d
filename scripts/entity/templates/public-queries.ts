import type { EntityDefinition } from "../definition.ts";
import { subtitleOf } from "./queries.ts";
import { pictureColumn } from "./shown-files.ts";

// The queries of what belongs to people and everybody reads: the list with the name of each owner, and a row.

/** What the queries of everybody's rows and those of one's own share: see ownServerModule(). */
interface Shared {
  /** The column that a search looks in. */
  words: string;
  /** The constant of a page's length. */
  perPage: string;
  /** The joins of what rows refer to. */
  joins: string;
}

export function publicQueries(entity: EntityDefinition, { words, perPage, joins }: Shared): string {
  const { name, AName, Name, plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  return `/** Who reads: their id or a query for it, and when, in milliseconds since 1970. */
interface Reader {
  reader: string | SQL;
  now: number;
}

/** Whose a row is, for somebody who reads it. */
const ownerOf = (rows: Rows, reader: Reader["reader"]) => ({
  ownerName: sql<string | null>\`\${users.name}\`.as("owner_name"),
  isOwn: sql<boolean>\`\${rows.userId} = \${reader}\`.mapWith(Boolean).as("is_own"),
});

/**
 * One page of ${plural} as everybody reads them, each with the name of its owner, or of those that hold every word of a term. It reads as
 * many rows as it shows, or, to search, looks through a limited number of them (docs/decisions/0074), and an owner with each. Those
 * of banned owners are left out, so a page may be short before the last one.
 * @param rows everybody's, or the reader's own
 * @throws a 404 response if \`after\` is no cursor of this list in this order
 */
export async function listPublic${Plural}(db: Database, rows: Rows, search: ListSearch, { reader, now }: Reader) {
  const list = readList(${name}List, rows, search, ${perPage}, isBanned(users, now));
  const found = await db
    .select({ id: rows.id, ${title.name}: rows.${title.name}, ${subtitle ? `${subtitle.name}: rows.${subtitle.name}, ` : ""}${pictureColumn(entity, "rows")}...ownerOf(rows, reader), isHidden: list.isHidden, keys: list.keys, ${words} })
    .from(rows)
    .innerJoin(users, eq(users.id, rows.userId))
    .where(list.where)
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list.pageOf(found);
}

/** ${AName} of anybody as everybody reads it, with the name of its owner, or null. Nobody reads one of a banned owner. */
export async function findPublic${Name}(db: Database, id: string, { reader, now }: Reader) {
  const rows = rowsOfEverybody(${plural});
  const [${name}] = await db
    .select({ ...shownOf(rows), ...ownerOf(rows, reader) })
    .from(rows)
    .innerJoin(users, and(eq(users.id, rows.userId), notBanned(users, now)))${joins}
    .where(eq(rows.id, id));
  return ${name} ?? null;
}
`;
}

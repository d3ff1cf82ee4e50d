import type { EntityDefinition } from "../definition.ts";
import { pictureColumn } from "./file-display.ts";
import { subtitleOf } from "./queries.ts";

// The queries of rows that belong to users and that everybody reads: the list with the owners' names, and a row.

/**
 * Code that is the same in the queries of everybody's rows and of the reader's own rows (ownServerModule()).
 */
interface Shared {
  /** The column that is searched. */
  words: string;
  /** The name of the constant with the number of rows on a page. */
  perPage: string;
  /** The code of the joins with the rows to which a row refers. */
  joins: string;
}

/** The queries of rows that everybody reads. */
export function publicQueries(entity: EntityDefinition, { words, perPage, joins }: Shared): string {
  const { name, AName, Name, plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  return `/** The reader, by id or a query for it, and the time, in milliseconds since 1970. */
interface Reader {
  reader: string | SQL;
  now: number;
}

/** What the reader sees of a row's owner. */
const ownerOf = (rows: Rows, reader: Reader["reader"]) => ({
  ownerName: sql<string | null>\`\${users.name}\`.as("owner_name"),
  isOwn: sql<boolean>\`\${rows.userId} = \${reader}\`.mapWith(Boolean).as("is_own"),
});

/**
 * One page of everybody's ${plural}, or of those that contain every word of a term, each with the name of its
 * owner. It reads as many rows as it shows or, for a search, looks through a limited number of rows
 * (docs/decisions/0074), and reads an owner for each. Rows of banned owners are left out, so any page may be
 * short, not only the last one.
 * @param rows everybody's, or the reader's own
 * @throws a 404 response if \`after\` is not a cursor of this list in this order
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

/** ${AName} of any owner, with the owner's name; null if it does not exist or its owner is banned. */
export async function findPublic${Name}(db: Database, id: string, { reader, now }: Reader) {
  const rows = rowsOfAllOwners(${plural});
  const [${name}] = await db
    .select({ ...shownOf(rows), ...ownerOf(rows, reader) })
    .from(rows)
    .innerJoin(users, and(eq(users.id, rows.userId), notBanned(users, now)))${joins}
    .where(eq(rows.id, id));
  return ${name} ?? null;
}
`;
}

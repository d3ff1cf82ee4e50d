import { type SQL, sql } from "drizzle-orm";

/** How many queries D1 accepts in one UNION, as its error message says: "too many terms in compound SELECT". */
const QUERIES_AT_MOST = 5;

/** A query for the ids that any number of queries return. Each of them returns one column, which is named "id". */
export function unionOf(queries: readonly SQL[]): SQL {
  if (queries.length <= QUERIES_AT_MOST) return sql.join([...queries], sql` union all `);
  const first = queries.slice(0, QUERIES_AT_MOST - 1);
  return unionOf([...first, sql`select id from (${unionOf(queries.slice(first.length))})`]);
}

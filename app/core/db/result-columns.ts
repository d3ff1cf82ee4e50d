const checkedQueries = new Set<string>();

/**
 * @throws if an object can't hold the result columns of a query that Drizzle built: two have the same name,
 *   or a name is a number
 */
export function refuseUnclearColumns(query: string) {
  if (checkedQueries.has(query)) return;
  const names = resultColumns(query).map(nameOf);
  const repeated = names.find((name, position) => names.indexOf(name) !== position);
  if (repeated) throw new Error(`Two columns named "${repeated}" in one result: alias one of them. ${query}`);
  const numeric = names.find((name) => /^\d+$/.test(name));
  if (numeric) throw new Error(`A column named "${numeric}": alias it. ${query}`);
  checkedQueries.add(query);
}

/**
 * The tokens that a part of a query starts or ends with. Quoted text is matched first, so that nothing inside it
 * counts.
 */
const TOKENS = /"[^"]*"|'[^']*'|[(),]|\b(?:select distinct|select|insert|update|delete|returning|from) /g;

/**
 * The result columns of a query, as the query spells them: those of its SELECT, up to FROM, or those after
 * RETURNING. Anything in parentheses, such as the queries of a WITH, has its own columns.
 */
function resultColumns(query: string): string[] {
  const columns: string[] = [];
  let kind: string | null = null;
  let start: number | null = null;
  let depth = 0;
  for (const { 0: token, index } of query.matchAll(TOKENS)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth > 0 || /^["')]/.test(token) || (kind === null && token === ",")) continue;
    const end = index + token.length;
    if (kind === null) {
      kind = token.split(" ")[0] as string;
      if (kind === "select") start = end;
    } else if (kind !== "select" && token === "returning ") {
      start = end;
    } else if (start !== null && (token === "," || (kind === "select" && token === "from "))) {
      columns.push(query.slice(start, index).trim());
      if (token !== ",") return columns;
      start = end;
    }
  }
  return start === null ? [] : [...columns, query.slice(start).trim()];
}

/** The name that SQLite gives a result column. */
const nameOf = (column: string) => /(?:^(?:"\w+"\.)?|as )"(\w+)"$/.exec(column)?.[1] ?? column;

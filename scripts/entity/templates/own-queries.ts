import type { EntityDefinition, Field } from "../definition.ts";
import { HAS_API } from "../registrations.ts";
import { pictureColumn, pictureIdColumns } from "./file-display.ts";
import { homeQuery } from "./own-home.ts";
import { publicQueries } from "./public-queries.ts";
import { subtitleOf } from "./queries.ts";

// The queries of an entity whose rows belong to the users who create them.

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The queries of an entity whose rows have owners. */
export function ownServerModule(entity: EntityDefinition): string {
  const {
    name,
    aName,
    Name,
    AName,
    plural,
    Plural,
    title,
    unique,
    keyed,
    fields,
    alsoManager,
    isPublic,
    isAtHome,
    owner,
  } = entity;
  const PER_PAGE = `${plural.toUpperCase()}_PER_PAGE`;
  const references = fields.filter((field) => field.target);
  const keyOf = (field: Field) => `${field.name}${keyed.includes(field) ? "Key" : ""}`;
  const uniqueBy = (unique.length > 0 ? unique : [title]).map((field) => `"${keyOf(field)}"`).join(", ");
  const rules = [
    ...(unique.length > 0
      ? [`UNIQUE: { code: "${name.toUpperCase()}_ALREADY_EXISTS", field: "${unique[0]?.name}" },`]
      : []),
    ...(references.length > 0
      ? [`"FOREIGN KEY": { code: "REFERENCE_NOT_FOUND", field: "${references[0]?.name}" },`]
      : []),
  ];
  const targets = new Map(
    references.flatMap(({ target }) => (target ? [[target.table, target.entity]] : [])),
  );
  const tables = new Map([...targets, [plural, name]]);
  const words = `words: sql<string>\`${keyed.map((field) => `\${rows.${field.name}Key}`).join(" || ' ' || ")}\`.as("words")`;
  const joins = references
    .map(({ name, target }) => `\n.leftJoin(${target?.table}, eq(${target?.table}.id, rows.${name}))`)
    .join("");
  const original = [
    "id: rows.id,",
    `...columnsOf(rows, ${name}Schema),`,
    ...pictureIdColumns(entity, "rows"),
    ...references.map(
      ({ target }) =>
        `${target?.entity}: sql<string | null>\`\${${target?.table}.${target?.title}}\`.as("${target?.entity}"),`,
    ),
  ].join("\n");
  return `import { ${isPublic ? "and, eq, type SQL, sql" : "eq, sql"} } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
${owner === "organisation" ? "" : `import { rowsOf${alsoManager || isPublic ? ", rowsOfAllOwners" : ""} } from "#app/core/db/owned.ts";\n`}import { ${rules.length > 0 ? "type ConstraintRules, " : ""}refuseViolations, type FieldValues, type Written } from "#app/core/db/written.ts";
import { columnsOf } from "#app/core/forms/columns-of.ts";
import type { ListSearch } from "#app/core/lists/listing.ts";
import { readList } from "#app/core/lists/read-list.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
${isAtHome ? 'import { ownRowsAtHome } from "#app/identity/auth/own-rows-at-home.server.ts";\n' : ""}${isPublic ? 'import { isBanned, notBanned } from "#app/identity/ban/ban.server.ts";\n' : ""}${alsoManager || isPublic ? 'import { users } from "#app/identity/tables/users.ts";\n' : ""}import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedOwnRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
${owner === "organisation" ? 'import type { RowsOfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";\n' : ""}${[...tables].map(([table, entity]) => `import ${owner === "organisation" && table === plural ? "type " : ""}{ ${table} } from "#app/slices/${entity}/${table}.table.ts";`).join("\n")}
import { type ${Name}Change, ${name}Row, ${name}Schema, type New${Name} } from "./${name}.schema.ts";
import { ${name}List } from "./${name}-choices.ts";

/** The number of ${plural} on a page of the list. */
const ${PER_PAGE} = 20;

${
  owner === "organisation"
    ? `/** The ${plural} of an organisation. Queries and writes see no other rows of the table. */
type Own${Plural} = RowsOfOrganisation<typeof ${plural}>;`
    : `/** A user's ${plural}. Queries and writes see no other rows of the table. */
export const ${plural}Of = (ownerId: string) => rowsOf(${plural}, ownerId);

type Own${Plural} = ReturnType<typeof ${plural}Of>;`
}
type Rows = Own${Plural}["rows"];

${isPublic && !HAS_API && !isAtHome ? "" : ownQuery(entity, { words, perPage: PER_PAGE })}
${isAtHome ? homeQuery(entity) : ""}${alsoManager ? everybodysQuery(entity, { words, perPage: PER_PAGE }) : ""}
${isPublic ? `/** The columns for the page of ${aName}. */\nconst shownOf = (rows: Rows) => ({ ${original} });\n` : ""}
/** ${isPublic ? `Somebody's ${name}` : AName} with everything its page shows, or null. */
export async function find${Name}(db: Database, rows: Rows, id: string) {
  const [${name}] = await db
    .select(${isPublic ? "shownOf(rows)" : `{ ${original} }`})
    .from(rows)${joins}
    .where(eq(rows.id, id));
  return ${name} ?? null;
}

export type Found${Name} = NonNullable<Awaited<ReturnType<typeof find${Name}>>>;

${isPublic ? publicQueries(entity, { words, perPage: PER_PAGE, joins }) : ""}
/** Finds a deleted ${name} with its last values, or null. */
export const findDeleted${Name} = (db: Database, own: Own${Plural}, id: string) =>
  findDeletedOwnRow(db, own, "${name}", id);

${references.map((field) => optionsQuery(entity, field)).join("\n\n")}

${rules.length > 0 ? `/** The refusal for each violated constraint. */\nconst RULES = {\n${rules.join("\n")}\n} as const satisfies ConstraintRules;` : ""}

/** Adds ${aName}${unique.length > 0 ? `, unless ${owner === "organisation" ? "there is" : "the owner has"} one with the same ${unique.map((field) => field.label.toLowerCase()).join(" and ")}` : ""}. */
export const create${Name} = (db: Database, own: Own${Plural}, { id, ...input }: New${Name}, actor: Actor): Promise<Written> =>
  createRow(db, own, { ...${name}Row(input), id }, {
    actor,
    action: "${name}.create",
    // Recognises the same form, sent again${unique.length > 0 ? ", as the unique index does" : ""}.
    uniqueBy: [${uniqueBy}],
    ${rules.length > 0 ? "rules: RULES," : ""}
  });

/**
 * Updates ${aName}${unique.length > 0 ? ", under the same rule" : ""}, if it still has the values that the
 * form showed.
 * @param change.restore whether to restore it first
 */
export const update${Name} = (db: Database, own: Own${Plural}, id: string, { original, restore, ...input }: ${Name}Change, actor: Actor): Promise<Written> =>
  updateRow(db, own, id, {
    values: ${name}Row(input),
    typed: input,
    original,${rules.length > 0 ? "\n    rules: RULES," : ""}
    restore: restore && "${name}",
    actor,
    action: "${name}.update",
  });

/**
 * Deletes ${aName}, unless another table refers to it or it no longer has the values in \`original\`, if
 * these are given. ${owner === "organisation" ? "A member" : "Its owner"} can restore it for 30 days.
 */
export const delete${Name} = (db: Database, own: Own${Plural}, id: string, actor: Actor, original?: FieldValues): Promise<Written> =>
  refuseViolations({ "FOREIGN KEY": { code: "ROW_IN_USE" } }, () =>
    deleteRow(db, own, id, { entity: "${name}", actor, original, label: "${title.name}" }),
  );
`;
}

function ownQuery(entity: EntityDefinition, { words, perPage }: { words: string; perPage: string }) {
  const { name, plural, Plural, title, owner } = entity;
  const subtitle = subtitleOf(entity);
  return `/**
 * One page of ${owner === "organisation" ? "an organisation's" : "a user's"} ${plural}, or of those that match the search and the filters. It reads as many rows as it shows or, for a
 * search, looks through a limited number of rows (docs/decisions/0074), however many there are.
 * @throws a 404 response if \`after\` is not a cursor of this list in this order
 */
export async function list${Plural}(db: Database, rows: Rows, search: ListSearch) {
  const list = readList(${name}List, rows, search, ${perPage});
  const found = await db
    .select({ id: rows.id, ${title.name}: rows.${title.name}, ${subtitle ? `${subtitle.name}: rows.${subtitle.name}, ` : ""}${pictureColumn(entity, "rows")}keys: list.keys, isHidden: list.isHidden, ${words} })
    .from(rows)
    .where(list.where)
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list.pageOf(found);
}
`;
}

function everybodysQuery(entity: EntityDefinition, { words, perPage }: { words: string; perPage: string }) {
  const { plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  return `/**
 * One page of everybody's ${plural}, or of those that contain every word of a term, latest change first, each with its owner's email
 * address. Callers must check a permission. It reads as many rows as it shows or, for a search, looks through a limited
 * number of rows (docs/decisions/0074), and reads an owner for each.
 * @throws a 404 response if \`after\` is not a cursor of this list in this order
 */
export async function listEverybodys${Plural}(db: Database, search: ListSearch) {
  const rows = rowsOfAllOwners(${plural});
  const list = readList({ orders: { "-updated": "updatedAt" }, filters: {} } as const, rows, search, ${perPage});
  const found = await db
    .select({ id: rows.id, ${title.name}: rows.${title.name}, ${subtitle ? `${subtitle.name}: rows.${subtitle.name}, ` : ""}${pictureColumn(entity, "rows")}ownerEmail: sql<string>\`\${users.email}\`.as("owner_email"), updatedAt: rows.updatedAt, keys: list.keys, isHidden: list.isHidden, ${words} })
    .from(rows)
    .innerJoin(users, eq(users.id, rows.userId))
    .where(list.where)
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list.pageOf(found);
}
`;
}

function optionsQuery({ name }: EntityDefinition, field: Field): string {
  const { entity = "", table = "", title = "", order = "" } = field.target ?? {};
  return `/**
 * The choices for the field ${entity}: the first 500 by name.
 * @param of an existing ${name}, whose ${entity} is always included
 */
export async function list${capital(entity)}Options(db: Database, of?: { rows: Rows; ${name}Id: string }) {
  const option = { value: ${table}.id, label: ${table}.${title} };
  const first = db.select(option).from(${table}).orderBy(${table}.${order}).limit(500);
  if (!of) return first;
  const current = db.select({ id: of.rows.${field.name} }).from(of.rows).where(eq(of.rows.id, of.${name}Id));
  const [options, selected] = await db.batch([
    first,
    db.select(option).from(${table}).where(sql\`\${${table}.id} in \${current}\`),
  ]);
  return [...options, ...selected.filter(({ value }) => options.every((one) => one.value !== value))];
}`;
}

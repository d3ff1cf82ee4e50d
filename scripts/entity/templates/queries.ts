import type { EntityDefinition, Field } from "../definition.ts";
import { pictureColumn, pictureIdColumns } from "./file-display.ts";

// The queries of an entity: lists, a search, a row, and writes with their audit entries.

/** The field that a list shows below the title, if one is suitable. */
export const subtitleOf = ({ fields, title }: EntityDefinition): Field | undefined =>
  fields.find((field) => field.type === "text" && field !== title);

/** The queries of an entity that administrators manage. */
export function serverModule(entity: EntityDefinition): string {
  const { name, aName, Name, AName, plural, Plural, title, unique, keyed, fields } = entity;
  const PER_PAGE = `${plural.toUpperCase()}_PER_PAGE`;
  const references = fields.filter((field) => field.target);
  const subtitle = subtitleOf(entity);
  const table = plural;
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
  const tables = new Map([...targets, [table, name]]);
  return `import { eq${references.length > 0 ? ", sql" : ""} } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
${[...tables].map(([table, entity]) => `import { ${table} } from "#app/slices/${entity}/${table}.table.ts";`).join("\n")}
import { totalOf } from "#app/core/db/totals.server.ts";
import { ${rules.length > 0 ? "type ConstraintRules, " : ""}refuseViolations, type FieldValues, type Written } from "#app/core/db/written.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Audited } from "#app/identity/audit/audited.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedRow${references.length > 0 ? ", lastValueOf" : ""} } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { orderedPage, type Orders, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { type ${Name}Change, type ${Name}Input, type New${Name}, ${name}Schema } from "./${name}.schema.ts";

/** The number of ${plural} on a page of a list. */
const ${PER_PAGE} = 20;

/** ${AName} for lists. */
interface ${Name}Summary {
  id: string;
  ${title.name}: string;
  ${subtitle ? `${subtitle.name}: string${subtitle.required ? "" : " | null"};` : ""}
  ${entity.pictures.length > 0 ? "/** The id of its picture. */\n  pictureId: string | null;\n  " : ""}/** Milliseconds since 1970. */
  updatedAt: number;
}

/** The search and the order in the URL of the manager's list; "" and null without any. */
interface ${Name}Search {
  term: string;
  sort: string | null;
  after: string | null;
  /** The number of ${plural} on a page, if it is not the usual one. */
  size?: number | undefined;
}

/** A page of ${plural}, their total number, and their order. A search has its own order: null. */
export interface ${Name}List {
  page: Page<${Name}Summary>;
  total: number | null;
  sort: string | null;
}

const summary = { id: ${table}.id, ${title.name}: ${table}.${title.name}${subtitle ? `, ${subtitle.name}: ${table}.${subtitle.name}` : ""}, ${pictureColumn(entity, table)}updatedAt: ${table}.updatedAt };

/**
 * Each order has an index. It ends with the id, because several rows may have the same value in the first
 * column.
 */
const ORDERS = {
  ${title.name}: [${table}.${title.name}Key, ${table}.id],
  updated: [${table}.updatedAt, ${table}.id],
} satisfies Orders;

/**
 * One page of all ${plural}. It reads the rows on the page plus one, however large the table.
 * @throws a 404 response if \`after\` is not a cursor of this list in this order
 */
export async function list${Plural}(db: Database, { sort, after, size = ${PER_PAGE} }: Omit<${Name}Search, "term">) {
  const order = readOrder(ORDERS, { sort, cursor: after, otherwise: "${title.name}" });
  const rows = await db
    .select({ ...summary, keys: order.keys })
    .from(${table})
    .where(order.after)
    .orderBy(...order.orderBy)
    .limit(size + 1);
  return { page: orderedPage(rows, size, order), sort: order.sort };
}

/**
 * Like {@link list${Plural}}, but with the total number, and limited to those that contain every word of
 * \`term\` if there is one. Takes one round trip.
 */
export async function listAndCount${Plural}(db: Database, { term, sort, after, size = ${PER_PAGE} }: ${Name}Search): Promise<${Name}List> {
  if (!term) {
    const [list, [total]] = await Promise.all([list${Plural}(db, { sort, after, size }), totalOf(db, "${plural}")]);
    return { ...list, total: total?.value ?? 0 };
  }
  const results = await searchPage(
    db,
    { index: "${plural}_search", term, after: parseCursor(after, rowKeys), pageSize: size },
    (matches, limit) =>
      db
        .select({ ...summary, ...FOUND })
        .from(matches)
        .crossJoin(${table})
        .where(isFound(${table}))
        .limit(limit),
  );
  return { ...results, sort: null };
}

/** ${AName} with everything its page shows, or null. */
export async function find${Name}(db: Database, id: string) {
  const [${name}] = await db
    .select({
      id: ${table}.id,
      ${[
        ...fields.map((field) => `${field.name}: ${table}.${field.name},`),
        ...pictureIdColumns(entity, table),
        ...references.map(
          ({ target }) =>
            `${target?.entity}: sql<string | null>\`\${${target?.table}.${target?.title}}\`.as("${target?.entity}"),`,
        ),
      ].join("\n")}
    })
    .from(${table})${references.map(({ name, target }) => `\n.leftJoin(${target?.table}, eq(${target?.table}.id, ${table}.${name}))`).join("")}
    .where(eq(${table}.id, id));
  return ${name} ?? null;
}

export type Found${Name} = NonNullable<Awaited<ReturnType<typeof find${Name}>>>;

${references.map((field) => optionsQuery(entity, field)).join("\n\n")}

/** Finds a deleted ${name} with its last values, or null. */
export const findDeleted${Name} = (db: Database, id: string) => findDeletedRow(db, "${name}", id);

/** How the audit log records ${plural}. */
const audited: Audited = {
  label: ${table}.${title.name},
  fields: Object.keys(${name}Schema.shape),
  ${references.length > 0 ? `names: { ${references.map(({ name, target }) => `${name}: (id) => sql\`(select \${${target?.table}.${target?.title}} from \${${target?.table}} where \${${target?.table}.id} = \${id})\``).join(", ")} },` : ""}
};

${rules.length > 0 ? `/** The refusal for each violated constraint. */\nconst RULES = {\n${rules.join("\n")}\n} as const satisfies ConstraintRules;` : ""}

const rowOf = (input: ${Name}Input) => ({
  ...input,
  ${keyed.map((field) => `${field.name}Key: comparisonKey(input.${field.name}),`).join("\n")}
});

/** Adds ${aName}${unique.length > 0 ? `, unless there is one with the same ${unique.map((field) => field.label.toLowerCase()).join(" and ")}` : ""}. */
export async function create${Name}(db: Database, { id, ...input }: New${Name}, actor: Actor): Promise<Written> {
  return createRow(db, ${table}, { ...rowOf(input), id }, {
    actor,
    action: "${name}.create",
    audited,
    // Recognises the same form, sent again${unique.length > 0 ? ", as the unique index does" : ""}.
    uniqueBy: [${uniqueBy}],
    ${rules.length > 0 ? "rules: RULES," : ""}
  });
}

/**
 * Updates ${aName}${unique.length > 0 ? ", under the same rule" : ""}, if it still has the values that the form showed.
 */
export async function update${Name}(db: Database, id: string, { original, restore, ...input }: ${Name}Change, actor: Actor): Promise<Written> {
  return updateRow(db, ${table}, id, {
    values: rowOf(input),
    typed: input,
    original,
    ${rules.length > 0 ? "rules: RULES," : ""}
    restore: restore && "${name}",
    actor,
    action: "${name}.update",
    audited,
  });
}

/**
 * Deletes ${aName}, unless another table refers to it or it no longer has the values in \`original\`, if
 * these are given. It can be restored.
 */
export const delete${Name} = (db: Database, id: string, actor: Actor, original?: FieldValues): Promise<Written> =>
  refuseViolations({ "FOREIGN KEY": { code: "ROW_IN_USE" } }, () =>
    deleteRow(db, ${table}, id, { entity: "${name}", actor, audited, original }),
  );
`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function optionsQuery({ name }: EntityDefinition, field: Field): string {
  const { entity = "", table = "", title = "", order = "" } = field.target ?? {};
  return `/**
 * The choices for the field ${entity}: the first 500 by name.
 * @param ${name}Id the id of an existing ${name}, whose ${entity} is always included
 */
export async function list${capital(entity)}Options(db: Database, ${name}Id = "") {
  const option = { value: ${table}.id, label: ${table}.${title} };
  const [first, selected] = await db.batch([
    db.select(option).from(${table}).orderBy(${table}.${order}).limit(500),
    db.select(option).from(${table}).where(eq(${table}.id, lastValueOf("${name}", "${field.name}", ${name}Id))),
  ]);
  return [...first, ...selected.filter(({ value }) => first.every((one) => one.value !== value))];
}`;
}

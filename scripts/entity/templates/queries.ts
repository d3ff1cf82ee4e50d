import type { EntityDefinition, Field } from "../definition.ts";

// The queries of an entity: lists, search, a row, and the writes with their audit entries.

/** The field that a list shows below the title, if there is one that reads well there. */
export const subtitleOf = ({ fields, title }: EntityDefinition): Field | undefined =>
  fields.find((field) => field.type === "text" && field !== title);

export function serverModule(entity: EntityDefinition): string {
  const { name, Name, plural, Plural, title, unique, keyed, fields } = entity;
  const PER_PAGE = `${plural.toUpperCase()}_PER_PAGE`;
  const references = fields.filter((field) => field.target);
  const subtitle = subtitleOf(entity);
  const table = plural;
  const keyOf = (field: Field) => `${field.name}${keyed.includes(field) ? "Key" : ""}`;
  const uniqueBy = (unique.length > 0 ? unique : [title])
    .map((field) => `${keyOf(field)}: ${table}.${keyOf(field)}`)
    .join(", ");
  const rules = [
    ...(unique.length > 0
      ? [`UNIQUE: { code: "${name.toUpperCase()}_ALREADY_EXISTS", field: "${unique[0]?.name}" },`]
      : []),
    ...(references.length > 0
      ? [`"FOREIGN KEY": { code: "REFERENCE_NOT_FOUND", field: "${references[0]?.name}" },`]
      : []),
  ];
  const guarded = (write: string) =>
    rules.length > 0 ? `return refuseViolations(RULES, async () => {\n${write}\n});` : write;
  const tables = [...new Set([table, ...references.map(({ target }) => target?.table as string)])];
  return `import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { ${tables.sort().join(", ")} } from "#app/db/schema.ts";
import { totalOf } from "#app/db/totals.server.ts";
import { ${rules.length > 0 ? "type ConstraintRules, " : ""}refuseViolations, type Written } from "#app/db/written.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import type { Audited } from "#app/features/audit/audited.server.ts";
import { createRow } from "#app/features/audit/create-row.server.ts";
import { deleteRow, findDeletedRow } from "#app/features/audit/deleted-rows.server.ts";
import { updateRow } from "#app/features/audit/update-row.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { NO_RESULTS, rowidOf, searchIndex } from "#app/lists/search.server.ts";
import { type ${Name}Change, type ${Name}Input, type New${Name}, ${name}Schema } from "./${name}.schema.ts";

/** ${Plural} on one page of a list. */
const ${PER_PAGE} = 20;

/** A ${name} as a list shows it. */
export interface ${Name}Summary {
  id: string;
  ${title.name}: string;
  ${subtitle ? `${subtitle.name}: string${subtitle.required ? "" : " | null"};` : ""}
}

/** A page of ${plural}, and how many there are in all. */
export interface ${Name}List {
  page: Page<${Name}Summary>;
  total: number;
}

const summary = { id: ${table}.id, ${title.name}: ${table}.${title.name}${subtitle ? `, ${subtitle.name}: ${table}.${subtitle.name}` : ""} };

/** The keys that a list of ${plural} is sorted by: the ${title.name}, as comparisonKey() folds it, and the id. */
export const ${name}Keys = z.tuple([z.string(), z.string()]) as z.ZodType<[string, string]>;

type ${Name}Keys = z.output<typeof ${name}Keys>;

/** A page of all ${plural}, as a query. */
const ${plural}By${capital(title.name)} = (db: Database, after: ${Name}Keys | null) =>
  db
    .select({ ...summary, ${title.name}Key: ${table}.${title.name}Key })
    .from(${table})
    .where(after ? sql\`(\${${table}.${title.name}Key}, \${${table}.id}) > (\${after[0]}, \${after[1]})\` : undefined)
    .orderBy(${table}.${title.name}Key, ${table}.id)
    .limit(${PER_PAGE} + 1);

/** The page that rows of {@link ${plural}By${capital(title.name)}} make. */
const sortedPage = (rows: Awaited<ReturnType<typeof ${plural}By${capital(title.name)}>>): Page<${Name}Summary> =>
  pageOf(
    rows,
    ${PER_PAGE},
    ({ ${title.name}Key, id }) => [${title.name}Key, id],
    ({ ${title.name}Key, ...${name} }) => ${name},
  );

/**
 * One page of all ${plural}, by ${title.name}. It reads as many rows as it shows, and one more, at any size of the table.
 * @param after the keys of the last ${name} of the page before; null for the first page
 */
export async function list${Plural}(db: Database, after: ${Name}Keys | null): Promise<Page<${Name}Summary>> {
  return sortedPage(await ${plural}By${capital(title.name)}(db, after));
}

/** As {@link list${Plural}}, with the number of all, in one round trip. */
export async function listAndCount${Plural}(db: Database, after: ${Name}Keys | null): Promise<${Name}List> {
  const [rows, [total]] = await db.batch([${plural}By${capital(title.name)}(db, after), totalOf(db, "${plural}")]);
  return { page: sortedPage(rows), total: total?.value ?? 0 };
}

/**
 * One page of the ${plural} that hold every word of a term, in the order they were added.
 * @param after the key of the last result of the page before; null for the first page
 * @returns \`total\` stops at MAX_RESULTS_COUNTED + 1
 */
export async function search${Plural}(
  db: Database,
  term: string,
  after: [rowid: number] | null,
): Promise<${Name}List> {
  const search = searchIndex(db, "${plural}_search", term, after, ${PER_PAGE});
  if (!search) return NO_RESULTS;
  const [rows, [counted]] = await db.batch([
    db
      .select({ ...summary, rowid: rowidOf(${table}).as("row") })
      .from(${table})
      .where(search.finds(${table}))
      .orderBy(rowidOf(${table})),
    search.count,
  ]);
  return {
    page: pageOf(rows, ${PER_PAGE}, ({ rowid }) => [rowid], ({ rowid, ...${name} }) => ${name}),
    total: counted?.total ?? 0,
  };
}

/** A ${name} with everything its page shows, or null. */
export async function find${Name}(db: Database, id: string) {
  const [${name}] = await db
    .select({
      id: ${table}.id,
      ${[
        ...fields.map((field) => `${field.name}: ${table}.${field.name},`),
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

${references.map(({ target }) => optionsQuery(target?.entity ?? "", target?.table ?? "", target?.title ?? "", target?.order ?? "")).join("\n\n")}

/** Finds a deleted ${name} as it was, or null. */
export const findDeleted${Name} = (db: Database, id: string) => findDeletedRow(db, "${name}", id);

/** What the audit log says of a ${name}. */
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

/** Adds a ${name}${unique.length > 0 ? `, unless there is one of the same ${unique.map((field) => field.label.toLowerCase()).join(" and ")}` : ""}. */
export async function create${Name}(db: Database, { id, ...input }: New${Name}, actor: Actor): Promise<Written> {
  ${guarded(`return createRow(db, ${table}, { ...rowOf(input), id }, {
      actor,
      action: "${name}.create",
      audited,
      uniqueBy: { ${uniqueBy} },
      ${unique.length > 0 ? "taken: { ok: false, ...RULES.UNIQUE }," : ""}
    });`)}
}

/** Updates a ${name}${unique.length > 0 ? ", under the same rule" : ""}, if it still holds what the form showed. */
export async function update${Name}(db: Database, id: string, { shown, restore, ...input }: ${Name}Change, actor: Actor): Promise<Written> {
  ${guarded(`return updateRow(db, ${table}, id, {
      values: rowOf(input),
      typed: input,
      shown,
      restore: restore && "${name}",
      actor,
      action: "${name}.update",
      audited,
    });`)}
}

/** Deletes a ${name}, unless another table refers to it. It can be restored. */
export async function delete${Name}(db: Database, id: string, actor: Actor): Promise<Written> {
  return refuseViolations({ "FOREIGN KEY": { code: "ROW_IN_USE" } }, () =>
    deleteRow(db, ${table}, id, { entity: "${name}", actor, audited }),
  );
}
`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const optionsQuery = (
  entity: string,
  table: string,
  title: string,
  order: string,
) => `/** What can be chosen as the ${entity}. */
export const list${capital(entity)}Options = (db: Database) =>
  db.select({ value: ${table}.id, label: ${table}.${title} }).from(${table}).orderBy(${table}.${order}).limit(500);`;

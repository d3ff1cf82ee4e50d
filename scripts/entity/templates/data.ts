import type { EntityDefinition, Field } from "../definition.ts";
import { pictureIdColumn } from "./file-display.ts";

// The data side of an entity: its table, the schemas of its forms, and its queries.

const COLUMNS: Record<Field["type"], (field: Field) => string> = {
  text: ({ column }) => `text("${column}")`,
  longtext: ({ column }) => `text("${column}")`,
  integer: ({ column }) => `integer("${column}")`,
  decimal: ({ column }) => `real("${column}")`,
  boolean: ({ column }) => `integer("${column}", { mode: "boolean" })`,
  date: ({ column }) => `text("${column}")`,
  choice: ({ column, choices }) =>
    `text("${column}").$type<${choices.map((choice) => `"${choice}"`).join(" | ")}>()`,
  reference: ({ column, target }) => `text("${column}").references(() => ${target?.table}.id)`,
};

/** The code in the table that declares its owner. */
const OWNED = {
  user: {
    key: "userId",
    declare: "owned",
    column: 'userId: text("user_id").notNull().references(() => users.id),',
    end: ', "userId")',
    imports:
      'import { owned } from "#app/core/db/owned.ts";\nimport { users } from "#app/identity/tables/users.ts";',
  },
  organisation: {
    key: "organisationId",
    declare: "ownedByOrganisation",
    column: 'organisationId: text("organisation_id").notNull().references(() => organisations.id),',
    end: ")",
    imports:
      'import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";\nimport { ownedByOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";',
  },
};

/** Whether the column is never null. An unticked checkbox is stored as false. */
const isFilled = ({ type, required }: Field) => required || type === "boolean";

/** The table of an entity. */
export function tableModule({
  name,
  plural,
  fields,
  title,
  unique,
  keyed,
  pictures,
  owner,
  isCached,
  alsoManager,
  isPublic,
  isShared,
}: EntityDefinition): string {
  const column = (field: Field) => {
    const comment = field.type === "date" ? "/** ISO 8601. */\n" : "";
    return `${comment}${field.name}: ${COLUMNS[field.type](field)}${isFilled(field) ? ".notNull()" : ""},`;
  };
  const keys = keyed.map(({ name, column }) => `${name}Key: text("${column}_key").notNull(),`);
  const keyOf = (field: Field) => `table.${field.name}${keyed.includes(field) ? "Key" : ""}`;
  const targets = new Map(fields.flatMap(({ target }) => (target ? [[target.table, target.entity]] : [])));
  // Queries of an owner's rows use indexes that begin with the owner.
  const first = owner ? `table.${OWNED[owner].key}, ` : "";
  const source = `
    export const ${plural} = ${owner ? `${OWNED[owner].declare}(` : isCached ? "sharedTable(" : ""}sqliteTable(
      "${plural}",
      {
        id: id(),
        ${owner ? OWNED[owner].column : ""}
        ${fields.map(column).join("\n")}
        /** Folded by comparisonKey(), for the order of lists, uniqueness and search. */
        ${keys.join("\n")}
        ${pictures.map(pictureIdColumn).join("\n")}
        ${isShared ? '/** When its link was created; null without one. */\nsharedAt: timestamp("shared_at"),' : ""}
        ...timestamps,
      },
      (table) => [
        ${
          owner
            ? `...listIndexes(table, table.${OWNED[owner].key}, ${name}List),`
            : `// The orders of the lists.
        index("${plural}_${title.column}").on(table.${title.name}Key, table.id),
        index("${plural}_updated_at").on(table.updatedAt, table.id),`
        }
        ${isPublic ? `// Of everybody's.\n...listIndexes(table, null, ${name}List),` : ""}
        ${alsoManager ? `// Of everybody's.\nindex("${plural}_everybodys_updated_at").on(table.updatedAt, table.id),` : ""}
        ${unique.length > 0 ? `uniqueIndex("${plural}_unique").on(${first}${unique.map(keyOf).join(", ")}),` : ""}
        ${fields
          .filter(({ type }) => type === "reference")
          .map(({ name, column }) => `index("${plural}_${column}").on(table.${name}),`)
          .join("\n")}
      ],
    )${owner ? OWNED[owner].end : isCached ? ")" : ""};
  `;
  const used = ["index", "integer", "real", "sqliteTable", "text", "uniqueIndex"].filter((helper) =>
    new RegExp(`\\b${helper}\\(`).test(source),
  );
  return `import { ${used.join(", ")} } from "drizzle-orm/sqlite-core";
    import { id, ${isShared ? "timestamp, " : ""}timestamps } from "#app/core/db/columns.ts";
    ${owner ? `import { listIndexes } from "#app/core/lists/list-indexes.ts";\nimport { ${name}List } from "./${name}-choices.ts";` : ""}${isCached ? 'import { sharedTable } from "#app/core/db/shared-table.ts";' : ""}
    ${[...(owner ? [OWNED[owner].imports] : []), ...[...targets].map(([table, entity]) => `import { ${table} } from "#app/slices/${entity}/${table}.table.ts";`)].join("\n")}

    ${source}`;
}

/**
 * The module with everything that people select from: the values of fields and, if rows have owners, the
 * orders and filters of the list.
 */
export function choicesModule(entity: EntityDefinition): string {
  const choices = entity.fields
    .filter(({ type }) => type === "choice")
    .map(
      ({ name, choices, label }) => `/** ${label}: what can be selected. */
        export const ${constantOf(name)} = [${choices.map((choice) => `"${choice}"`).join(", ")}] as const;

        /** The choices with their labels. */
        export const ${optionsOfChoice(name)} = (t: TFunction) =>
          ${constantOf(name)}.map((value) => ({ value, label: t(\`${entity.name}:choices.${name}.\${value}\`) }));`,
    );
  const imports = [
    ...(choices.length > 0 ? ['import type { TFunction } from "i18next";'] : []),
    ...(entity.owner ? ['import type { Listing } from "#app/core/lists/listing.ts";'] : []),
  ];
  return [imports.join("\n"), ...choices, ...(entity.owner ? [listingOf(entity)] : [])].join("\n\n");
}

const listingOf = ({ name, plural, title }: EntityDefinition): string => `/**
 * What the list of ${plural} can be sorted and filtered by. Its indexes, its query, its page, the parameters of the API and its tests follow
 * from this.
 */
export const ${name}List = {
  /** The column of each order, "-" for the reverse. The first is the default order of the list. */
  orders: { "-updated": "updatedAt", ${title.name}: "${title.name}Key" },
  /** Columns, each with its possible values; null for a column with the ids of other rows. */
  filters: {},
} as const satisfies Listing;
`;

/** The function that labels a choice's values: difficultyOptions. */
export const optionsOfChoice = (name: string) => `${name}Options`;

/** The constant of a choice's values: DIFFICULTY_CHOICES. */
export const constantOf = (name: string) => `${name.replace(/[A-Z]/g, "_$&").toUpperCase()}_CHOICES`;

const SCHEMAS: Record<Field["type"], (field: Field) => string> = {
  text: ({ required }) => `fields.${required ? "requiredText" : "optionalText"}(200)`,
  longtext: ({ required }) => `fields.${required ? "requiredLines" : "optionalLines"}(5000)`,
  integer: () => "fields.integer()",
  decimal: () => "fields.decimal()",
  boolean: () => "fields.checkbox()",
  date: () => "fields.day()",
  choice: ({ name }) => `z.enum(${constantOf(name)})`,
  reference: () => "fields.reference()",
};

export function schemaModule({ name, aName, Name, AName, fields, keyed, owner }: EntityDefinition): string {
  const entered = {
    user: "by its owner",
    organisation: "by a member of its organisation",
    nobody: "in the manager",
  };
  const rule = (field: Field) => {
    const schema = SCHEMAS[field.type](field);
    const isOptional = !field.required && !["text", "longtext", "boolean"].includes(field.type);
    return `${field.name}: ${isOptional ? `fields.optional(${schema})` : schema},`;
  };
  const rules = fields.map(rule).join("\n");
  const choices = fields.filter(({ type }) => type === "choice").map((field) => constantOf(field.name));
  return `import * as z from "zod";
    import * as fields from "#app/core/forms/fields.ts";
    import { newRowId } from "#app/core/forms/row-id.ts";
    import { originalValues } from "#app/core/forms/original-values.ts";
    ${owner ? 'import { comparisonKey } from "#app/core/lib/comparison-key.ts";' : ""}
    ${choices.length > 0 ? `import { ${choices.join(", ")} } from "./${name}-choices.ts";` : ""}

    const ${name}Fields = z.object({
      ${rules}
    });

    /** ${AName} as entered ${entered[owner ?? "nobody"]}. A rule between fields comes here, for the forms and the API: \`${name}Fields.refine(...)\`. */
    export const ${name}Schema = ${name}Fields;

    /** What the form that changes ${aName} sends. */
    export const ${name}ChangeSchema = ${name}Schema.extend({ original: originalValues, restore: fields.checkbox() });

    /** The form for a new ${name}. */
    export const new${Name}Schema = ${name}Schema.extend({ id: newRowId });

    export type ${Name}Input = z.output<typeof ${name}Schema>;
    export type ${Name}Change = z.output<typeof ${name}ChangeSchema>;
    export type New${Name} = z.output<typeof new${Name}Schema>;
    ${
      owner
        ? `
    /** The stored values of ${aName}: the entered ones, and the keys for sorting and search. */
    export const ${name}Row = (input: ${Name}Input) => ({
      ...input,
      ${keyed.map((field) => `${field.name}Key: comparisonKey(input.${field.name}),`).join("\n")}
    });`
        : ""
    }
  `;
}

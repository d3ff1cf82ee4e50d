import type { EntityDefinition, Field } from "../definition.ts";
import { HAS_API } from "../registrations.ts";

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
      'import { organisations } from "#app/slices/organisation/organisations.table.ts";\nimport { ownedByOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";',
  },
};

/** Whether the column is never null. An unticked checkbox is stored as false. */
const isFilled = ({ type, required }: Field) => required || type === "boolean";

/** The table of an entity. */
export function tableModule({
  plural,
  fields,
  title,
  unique,
  keyed,
  owner,
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
    export const ${plural} = ${owner ? `${OWNED[owner].declare}(` : ""}sqliteTable(
      "${plural}",
      {
        id: id(),
        ${owner ? OWNED[owner].column : ""}
        ${fields.map(column).join("\n")}
        /** Folded by comparisonKey(), for the order of lists, uniqueness and search. */
        ${keys.join("\n")}
        ${isShared ? '/** When its link was created; null without one. */\nsharedAt: timestamp("shared_at"),' : ""}
        ...timestamps,
      },
      (table) => [
        // The orders of the lists.
        index("${plural}_${title.column}").on(${first}table.${title.name}Key, table.id),
        index("${plural}_updated_at").on(${first}table.updatedAt, table.id),
        ${alsoManager || isPublic ? `// The order of everybody's list.\nindex("${plural}_everybodys_updated_at").on(table.updatedAt, table.id),` : ""}
        ${isPublic ? `index("${plural}_everybodys_${title.column}").on(table.${title.name}Key, table.id),` : ""}
        ${unique.length > 0 ? `uniqueIndex("${plural}_unique").on(${first}${unique.map(keyOf).join(", ")}),` : ""}
        ${fields
          .filter(({ type }) => type === "reference")
          .map(({ name, column }) => `index("${plural}_${column}").on(table.${name}),`)
          .join("\n")}
      ],
    )${owner ? OWNED[owner].end : ""};
  `;
  const used = ["index", "integer", "real", "sqliteTable", "text", "uniqueIndex"].filter((helper) =>
    source.includes(`${helper}(`),
  );
  return `import { ${used.join(", ")} } from "drizzle-orm/sqlite-core";
    import { id, ${isShared ? "timestamp, " : ""}timestamps } from "#app/core/db/columns.ts";
    ${[...(owner ? [OWNED[owner].imports] : []), ...[...targets].map(([table, entity]) => `import { ${table} } from "#app/slices/${entity}/${table}.table.ts";`)].join("\n")}

    ${source}`;
}

/** The constants with the values of choices. */
export function choicesModule({ fields }: EntityDefinition): string {
  return fields
    .filter(({ type }) => type === "choice")
    .map(
      ({ name, choices, label }) => `/** The choices of the field "${label}". */
        export const ${constantOf(name)} = [${choices.map((choice) => `"${choice}"`).join(", ")}] as const;`,
    )
    .join("\n\n");
}

/** The name of the constant with a choice's values: DIFFICULTY_CHOICES. */
export const constantOf = (name: string) => `${name.replace(/[A-Z]/g, "_$&").toUpperCase()}_CHOICES`;

const SCHEMAS: Record<Field["type"], (field: Field) => string> = {
  text: ({ required }) => (required ? "requiredText(200)" : "optionalText(200)"),
  longtext: ({ required }) => (required ? "requiredLines(5000)" : "optionalLines(5000)"),
  integer: () => "integer()",
  decimal: () => "decimal()",
  boolean: () => "checkbox()",
  date: () => "day()",
  choice: ({ name }) => `z.enum(${constantOf(name)})`,
  reference: () => "reference()",
};

/** The schemas of an entity's forms. */
export function schemaModule({ name, aName, Name, AName, fields, owner }: EntityDefinition): string {
  const entered = {
    user: "by its owner",
    organisation: "by a member of its organisation",
    nobody: "in the manager",
  };
  const rule = (field: Field) => {
    const schema = SCHEMAS[field.type](field);
    const isOptional = !field.required && !["text", "longtext", "boolean"].includes(field.type);
    return `${field.name}: ${isOptional ? `optional(${schema})` : schema},`;
  };
  const rules = fields.map(rule).join("\n");
  const helpers = [
    "checkbox",
    "day",
    "decimal",
    "integer",
    "optional",
    "optionalLines",
    "optionalText",
    "reference",
    "requiredLines",
    "requiredText",
  ];
  // Every change schema has a checkbox anyway: "restore".
  const used = helpers.filter((helper) => helper === "checkbox" || new RegExp(`\\b${helper}\\(`).test(rules));
  const choices = fields.filter(({ type }) => type === "choice").map((field) => constantOf(field.name));
  return `import * as z from "zod";
    import { ${used.join(", ")} } from "#app/core/forms/fields.ts";
    import { newRowId } from "#app/core/forms/row-id.ts";
    import { shownValues } from "#app/core/forms/shown-values.ts";
    ${choices.length > 0 ? `import { ${choices.join(", ")} } from "./${name}-choices.ts";` : ""}

    /** ${AName} as entered ${entered[owner ?? "nobody"]}. */
    ${owner && !HAS_API ? "" : "export "}const ${name}Schema = z.object({
      ${rules}
    });

    /** The form that changes ${aName}. */
    export const ${name}ChangeSchema = ${name}Schema.extend({ shown: shownValues, restore: checkbox() });

    /** The form for a new ${name}. */
    export const new${Name}Schema = ${name}Schema.extend({ id: newRowId });

    export type ${Name}Input = z.output<typeof ${name}Schema>;
    export type ${Name}Change = z.output<typeof ${name}ChangeSchema>;
    export type New${Name} = z.output<typeof new${Name}Schema>;
  `;
}

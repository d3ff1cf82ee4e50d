import type { EntityDefinition, Field } from "../definition.ts";

// The parts of the database that Drizzle does not know: the total, the search index, and the first rows.

/** Added after the statements that drizzle-kit writes. */
export function triggersSql({ plural, keyed }: EntityDefinition): string {
  const keys = (row: "new" | "old") => keyed.map(({ column }) => `${row}.${column}_key`).join(" || ' ' || ");
  const insertWords = `INSERT INTO ${plural}_search (rowid, words)
    VALUES (new.rowid, replace(' ' || ${keys("new")}, ' ', '  '));`;
  return `--> statement-breakpoint
-- The total, kept by triggers: count(*) would read every row.
INSERT INTO totals (name, value) VALUES ('${plural}', 0);
--> statement-breakpoint
-- Search (docs/decisions/0010).
CREATE VIRTUAL TABLE ${plural}_search USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER ${plural}_insert AFTER INSERT ON ${plural} BEGIN
  UPDATE totals SET value = value + 1 WHERE name = '${plural}';
  ${insertWords}
END;
--> statement-breakpoint
CREATE TRIGGER ${plural}_update AFTER UPDATE OF ${keyed.map(({ column }) => `${column}_key`).join(", ")} ON ${plural} BEGIN
  DELETE FROM ${plural}_search WHERE rowid = old.rowid;
  ${insertWords}
END;
--> statement-breakpoint
CREATE TRIGGER ${plural}_delete AFTER DELETE ON ${plural} BEGIN
  UPDATE totals SET value = value - 1 WHERE name = '${plural}';
  DELETE FROM ${plural}_search WHERE rowid = old.rowid;
END;
`;
}

/** A value that fits a field, different for each `n`. */
export function sampleValue(field: Field, n: string): string {
  switch (field.type) {
    case "text":
    case "longtext":
      return `\`${field.label} \${${n}}\``;
    case "integer":
      return n;
    case "decimal":
      return `${n} + 0.5`;
    case "boolean":
      return `${n} % 2 === 0`;
    case "date":
      // The nth day of 2026, even for numbers beyond January.
      return `new Date(Date.UTC(2026, 0, ${n})).toISOString().slice(0, 10)`;
    case "choice":
      return `"${field.choices[0]}" as const`;
    case "reference":
      return "null";
    default:
      return field.type satisfies never;
  }
}

/** The module that adds the first rows of an entity. */
export function seedModule({ Name, plural, Plural, fields, title, keyed, owner }: EntityDefinition): string {
  const sample = (field: Field) => (field === title ? `\`${Name} \${n}\`` : sampleValue(field, "n"));
  const references = fields.filter(({ type, required }) => type === "reference" && required);
  const tables = [...new Set([plural, ...references.map(({ target }) => target?.table as string)])];
  const values = fields
    .filter(({ type, required }) => type !== "reference" || required)
    .map((field) =>
      field.type === "reference"
        ? `${field.name}: ${field.target?.entity}.id,`
        : `${field.name}: ${sample(field)},`,
    );
  const keys = keyed.map((field) => `${field.name}Key: comparisonKey(${sample(field)}),`);
  const found = references.map(
    ({ target }) => `const [${target?.entity}] = await db.select().from(${target?.table}).limit(1);
      if (!${target?.entity}) return;`,
  );
  if (owner === "user") {
    found.push(`const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, OWNER));
      if (!user) return;
      const { table } = writable(rowsOf(${plural}, user.id));`);
    values.push("userId: user.id,");
    tables.push("users");
  }
  if (owner === "organisation") {
    found.push(`const [organisation] = await db.select({ id: organisations.id }).from(organisations).orderBy(organisations.nameKey).limit(1);
      if (!organisation) return;
      const { table } = writable(rowsOfOrganisation(${plural}, organisation.id));`);
    values.push("organisationId: organisation.id,");
    tables.push("organisations");
  }
  const imports = {
    user: `import { eq } from "drizzle-orm";\nimport { rowsOf, writable } from "#app/core/db/owned.ts";\n`,
    organisation: `import { writable } from "#app/core/db/owned.ts";\nimport { rowsOfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";\n`,
    nobody: "",
  };
  return `${imports[owner ?? "nobody"]}import type { DrizzleD1Database } from "drizzle-orm/d1";
import { ${[...new Set(tables)].sort().join(", ")} } from "#app/schema.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";

/** How many rows there are at first, until you write your own. */
const NUMBER = 3;
${owner === "user" ? '\n/** The owner of the rows. */\nconst OWNER = "user@user.com";\n' : ""}
/** Adds ${plural} as examples${owner === "organisation" ? ", to the first organisation" : ""}. */
export async function seed${Plural}(db: DrizzleD1Database): Promise<void> {
  ${found.join("\n")}
  const rows = Array.from({ length: NUMBER }, (_, index) => {
    const n = index + 1;
    return {
      ${[...values, ...keys].join("\n")}
    };
  });
  await db.insert(${owner ? "table" : plural}).values(rows).onConflictDoNothing();
}
`;
}

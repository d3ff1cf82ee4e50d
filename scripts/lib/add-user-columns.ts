import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Code to insert into a file, after each occurrence of the text `behind`. */
type Insertion = [file: string, behind: string, code: string];

/** A column that a recipe adds to users. */
interface Column {
  name: string;
  recipe: string;
  /** The column's code in the table, in types, in the schema of the forms, and in the API's schema. */
  inTable: string;
  type: string;
  rule: string;
  inAnswer: string;
  /** Further imports. */
  imports: Insertion[];
}

const SCHEMA = "app/identity/user/user.schema.ts";
const TABLE = "app/identity/tables/users.ts";
const FORMS = "app/identity/manage-users/user-update-forms.tsx";
const ZOD = 'import * as z from "zod";\n';

const COLUMNS: Column[] = [
  {
    name: "city",
    recipe: "docs/recipes/add-a-column-on-users.md",
    inTable: 'text("city")',
    type: "string | null",
    rule: "optionalText(100)",
    inAnswer: "z.string().nullable()",
    imports: [[SCHEMA, `${ZOD}import { `, "optionalText, "]],
  },
  {
    name: "quota",
    recipe: "docs/recipes/add-a-number-field.md",
    inTable: 'real("quota")',
    type: "number | null",
    rule: "optional(decimal().pipe(z.number().min(0).max(1000).multipleOf(0.5)))",
    inAnswer: "z.number().nullable()",
    imports: [
      [SCHEMA, `${ZOD}import { `, "decimal, optional, "],
      [TABLE, "import { check, index, ", "real, "],
    ],
  },
];

/**
 * Follows two recipes in a copy of the product: adds the columns `city` and `quota` to users, everywhere people and
 * programs use them, and the tests of both. The migration must be generated afterwards.
 * @param root the folder of the copy
 * @throws {Error} if a file or a recipe is not as expected
 */
export function addUserColumnsOfRecipes(root: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  // Both recipes are searched together, because the second one leaves out the code that the first one shows
  // for `city`.
  const recipes = inOneLine(COLUMNS.map(({ recipe }) => read(recipe)).join("\n"));

  for (const column of COLUMNS) {
    const { name, recipe, imports } = column;
    const field = /```tsx\n(.*?)```/s.exec(unindented(read(recipe)))?.[1];
    const test = [...read(recipe).matchAll(/^```ts\n(.*?)^```$/gms)].at(-1)?.[1];
    if (!field || !test) throw new Error(`${recipe} has no field or no test.`);
    const insertions = insertionsOf(column);
    for (const [file, , code] of insertions) {
      const exampleCode = inOneLine(code).replace(/^[\s,]+|[\s,]+$/g, "");
      const isSaid = [exampleCode, exampleCode.replaceAll(name, "city")].some((text) =>
        recipes.includes(text),
      );
      if (!isSaid) throw new Error(`${recipe} doesn't say: ${exampleCode} (${file}).`);
    }
    for (const [file, behind, code] of [...imports, ...insertions, ...fieldInForms(field)]) {
      const text = read(file);
      if (!text.includes(behind)) throw new Error(`${file} has no: ${behind}`);
      write(
        file,
        text.replaceAll(behind, () => behind + code),
      );
    }
    for (const language of readdirSync(path.join(root, "locales"))) {
      const file = `locales/${language}/user.json`;
      // Partial languages may not have the file.
      if (!existsSync(path.join(root, file))) continue;
      const strings = JSON.parse(read(file));
      strings.fields[name] = `${name} (${language})`;
      write(file, `${JSON.stringify(strings, null, 2)}\n`);
    }
    write(`tests/integration/${name}.test.ts`, test);
  }
}

/** The code of a column, and where it is inserted. */
const insertionsOf = ({ name, inTable, type, rule, inAnswer }: Column): Insertion[] => [
  [TABLE, '    name: text("name"),\n', `    ${name}: ${inTable},\n`],
  [
    "app/identity/hooks/personal-tables.server.ts",
    '      id: "value",\n      email: "value",\n',
    `      ${name}: "value",\n`,
  ],
  ["docs/privacy.md", "`name_key` (the name, folded for the search)", `, \`${name}\``],
  [SCHEMA, "userDetailsSchema = z.object({", ` ${name}: ${rule}, `],
  ["app/identity/user/user.server.ts", "  name: string | null;\n", `  ${name}: ${type};\n`],
  ["app/identity/user/user.server.ts", "      name: users.name,\n", `      ${name}: users.${name},\n`],
  ["app/slices/api/users/user-schemas.server.ts", "    ...user,\n", `    ${name}: ${inAnswer},\n`],
  ["app/slices/api/users/user-response.server.ts", "const { email, name", `, ${name}`],
  ["app/slices/api/users/user-response.server.ts", "    name,\n", `    ${name},\n`],
  ["app/slices/api/users/user-changes.server.ts", "({ name", `, ${name}`],
  ["app/identity/routes/manager/user-update.tsx", "{ id, email, name", `, ${name}`],
  [FORMS, "name: string | null;", ` ${name}: ${type};`],
  [FORMS, "{ name: user.name", `, ${name}: user.${name}`],
  [FORMS, `key={\`name \${user.name}`, ` \${user.${name}}`],
  [
    FORMS,
    '{ name: "name", label: t("user:fields.name") }',
    `, { name: "${name}", label: t("user:fields.${name}") }`,
  ],
  ["app/routes/user.tsx", "{ id, email, name", `, ${name}`],
  ["app/routes/user.tsx", "      email,\n      name,\n", `      ${name},\n`],
  ["app/identity/manage-users/user-facts.tsx", "  name: string | null;\n", `  ${name}: ${type};\n`],
  [
    "app/identity/manage-users/user-facts.tsx",
    '{ term: t("user:fields.email"), value: <Address>{user.email}</Address> },\n',
    `{ term: t("user:fields.${name}"), value: user.${name} ?? t("none") },\n`,
  ],
];

/** The field in the forms that change a user and add one. */
const fieldInForms = (field: string): Insertion[] => [
  [FORMS, 'autoFocus={!lastResult}\n          dir="auto"\n        />\n', field],
  [
    "app/identity/manage-users/new-user-form.tsx",
    '<TextField field={form.field("name")} label={t("user:fields.name")} dir="auto" />\n',
    field.replace("nameForm", "form"),
  ],
];

const inOneLine = (text: string) => text.replace(/\s+/g, " ");

const unindented = (text: string) => text.replace(/^ +/gm, "");

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Follows docs/recipes/add-a-role.md in a copy of the product, with the recipe's own code: adds the role to the table,
 * its name in each language, and its test.
 * @param root the folder of the copy
 * @throws {Error} if the recipe or the table are not as expected
 */
export function addRoleOfRecipe(root: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const blocks = [...read("docs/recipes/add-a-role.md").matchAll(/^( *)```ts\n(.*?)^ *```$/gms)];
  const [role, test] = blocks.map(([, indent = "", code = ""]) => code.replaceAll(`\n${indent}`, "\n"));
  const table = "const PERMISSIONS = {\n";
  const permissions = read("app/permissions.ts");
  if (!role?.trim().startsWith("support: [") || !test || !permissions.includes(table)) {
    throw new Error("docs/recipes/add-a-role.md or app/permissions.ts is not as expected.");
  }
  writeFileSync(path.join(root, "app/permissions.ts"), permissions.replace(table, table + role));
  for (const language of readdirSync(path.join(root, "locales"), { withFileTypes: true })) {
    if (!language.isDirectory()) continue;
    const file = path.join("locales", language.name, "user.json");
    // Partial languages may not have the file.
    if (!existsSync(path.join(root, file))) continue;
    const strings = JSON.parse(read(file));
    strings.roles.support = `Support (${language.name})`;
    writeFileSync(path.join(root, file), `${JSON.stringify(strings, null, 2)}\n`);
  }
  const tests = path.join(root, "tests/integration");
  writeFileSync(path.join(tests, "support.test.ts"), test);
}

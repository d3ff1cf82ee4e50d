// npm run test:product: does to a copy what a team does first (removes the books, generates two entities, adds a role, columns
// and a webhook), and runs there the tests that such changes can break. npm test alone runs the attacks, and the browser
// tests of the frame.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { addRoleOfRecipe } from "./lib/add-role.ts";
import { addUserColumnsOfRecipes } from "./lib/add-user-columns.ts";
import { addWebhookOfRecipe } from "./lib/add-webhook.ts";
import { fail } from "./lib/fail.ts";
import { installChromium } from "./lib/install-chromium.ts";

/** An entity with a field of every type, but for a reference. */
const ENTITY = [
  "trail",
  "name:text!",
  "region:text",
  "length:decimal",
  "difficulty:easy|medium|hard",
  // A word of SQL.
  "order:integer",
  "open:boolean",
  "opened:date!",
  "story:longtext",
  "--unique",
  "name,region",
];

/** An entity that refers to the other one. */
const REFERRING_ENTITY = ["hut", "name:text!", "trail:ref!"];

const copy = mkdtempSync(path.join(tmpdir(), "product-"));

/** The tests over HTTP of the entities, of their API, of who may do what, of what the manager and the account page hold, of the recipes. */
const HTTP_TESTS = [
  "trails",
  "huts",
  "api-walk",
  "api-document",
  "access",
  "roles",
  "manager",
  "account",
  "support",
  "city",
  "quota",
  "payments",
];

/** The browser tests of the entity, of the ways through the product, and of what the navigation and the languages hold. */
const BROWSER_TESTS = ["journey", "trails", "shell", "lists", "language"];

/** Runs an npm script in the copy. @throws {Error} if it fails */
function run(...args: string[]): void {
  const { status } = spawnSync("npm", args, { cwd: copy, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}`);
}

try {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  // Git still lists files that are deleted but not committed.
  for (const file of files.split("\0").filter((file) => file && existsSync(file))) {
    cpSync(file, path.join(copy, file));
  }
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  const checks = ["check:types", "check:lint", "check:dead-code"];
  run("run", "remove-books");
  for (const check of checks) run("run", check);
  for (const entity of [ENTITY, REFERRING_ENTITY]) run("run", "new:entity", "--", ...entity);
  addRoleOfRecipe(copy);
  addUserColumnsOfRecipes(copy);
  addWebhookOfRecipe(copy);
  run("run", "db:generate", "--", "--name", "users-columns");
  run("run", "format");
  for (const check of [...checks, "test:unit"]) run("run", check);
  run("run", "test:integration", "--", ...HTTP_TESTS);
  const missing = installChromium();
  if (missing) throw new Error(missing);
  run("run", "test:e2e", "--", ...BROWSER_TESTS);
  rmSync(copy, { recursive: true, force: true });
} catch (error) {
  fail(
    `Without the books, with two generated entities, another role, two columns on users and a webhook, this fails: ${(error as Error).message}. The copy is in ${copy}.`,
  );
}

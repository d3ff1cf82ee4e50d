// npm run test:product: makes in a copy the changes that a team makes first, and runs the tests that these
// changes can break. It removes the books, generates four entities, one of them with links, and adds a role,
// columns, a webhook and a weekly email. Only npm test runs the attacks and the browser tests of the frame.
import { rmSync } from "node:fs";
import { SLICES } from "#app/slices.ts";
import { addRegularEmailOfRecipe } from "./lib/add-regular-email.ts";
import { addRoleOfRecipe } from "./lib/add-role.ts";
import { addUserColumnsOfRecipes } from "./lib/add-user-columns.ts";
import { addWebhookOfRecipe } from "./lib/add-webhook.ts";
import { copyProduct } from "./lib/copy-product.ts";
import { fail } from "./lib/fail.ts";
import { ensureChromium } from "./lib/install-chromium.ts";
import { withDependents } from "./lib/with-dependents.ts";

/** An entity with a picture, and with a field of every type except a reference. Its readers' pages may come from copies. */
const ENTITY = [
  "trail",
  "name:text!",
  "region:text",
  "length:decimal",
  "difficulty:easy|medium|hard",
  // This name is an SQL keyword.
  "order:integer",
  "open:boolean",
  "opened:date!",
  "story:longtext",
  "view:image",
  "--unique",
  "name,region",
  "--cached",
];

/** An entity that refers to the first one. */
const REFERRING_ENTITY = ["hut", "name:text!", "trail:ref!"];

/**
 * An entity whose rows belong to the people who create them and refer to the first entity. They can be shared
 * by a link.
 */
const OWN_ENTITY = [
  ...["trip", "title:text!", "startsOn:date", "note:longtext", "trail:ref", "photo:image", "permit:file"],
  ...["--of", "user", "--also-manager", "--share", "--home"],
];

/** An entity whose rows belong to an organisation and refer to the first entity. */
const TENANT_ENTITY = [
  ...["task", "title:text!", "due:date", "note:longtext", "trail:ref!", "sketch:image", "plan:file"],
  ...["--of", "organisation", "--unique", "title"],
];

/** The tests over HTTP of the entities, their API, users and their data, and the recipes. */
const HTTP_TESTS = [
  "trails",
  "huts",
  "trips",
  "tasks",
  "foreign-rows",
  "api-walk",
  "api-document",
  "integration/roles",
  "manager-user",
  "account.test",
  "account-changes",
  "support",
  "city",
  "quota",
  "payments",
];

/** Only the rows of the access matrix about the entities are tested here. npm test tests the others. */
const ACCESS_TESTS = ["integration/access", "-t", "/(trails|huts|trips|tasks)"];

/** The browser tests of the entity, and of everything that is in the navigation and the lists. */
const BROWSER_TESTS = ["trails", "shell", "lists"];

const { folder, run } = copyProduct();

try {
  const checks = ["check:types", "check:lint", "check:dead-code"];
  // The slices of the example, if they are still there.
  const example = SLICES.some(({ name }) => String(name) === "book") ? withDependents("book") : [];
  if (example.length > 0) run("remove", ...example);
  else run("typegen");
  // The types are checked later, once the entities exist. The removal itself fails if knip finds dead code.
  run("check:lint");
  for (const entity of [ENTITY, REFERRING_ENTITY, OWN_ENTITY, TENANT_ENTITY]) run("new:entity", ...entity);
  addRoleOfRecipe(folder);
  addUserColumnsOfRecipes(folder);
  addWebhookOfRecipe(folder);
  addRegularEmailOfRecipe(folder);
  run("db:generate", "--name", "columns");
  run("format");
  for (const check of [...checks, "test:unit"]) run(check);
  run("test:integration", ...HTTP_TESTS);
  run("test:integration", ...ACCESS_TESTS);
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  run("test:e2e", ...BROWSER_TESTS);
  rmSync(folder, { recursive: true, force: true });
} catch (error) {
  fail(
    `Without the books, with four generated entities, another role, two columns on users, a webhook and a weekly email, something fails: ${(error as Error).message}. The copy is in ${folder}.`,
  );
}

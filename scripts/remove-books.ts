// npm run remove-books: takes the catalogue out, books and genres, and leaves the frame for a product of your own.
// Once; it removes itself, too. Where the code is not as an entry below expects it, it says so and changes nothing.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail } from "./lib/fail.ts";

/** Files that only they need. */
const FILES = [
  "app/db/tables/{books,genres}.ts",
  "app/features/{book,genre}/**",
  "app/api/{books,genres}.server.ts",
  "app/routes/app/book*",
  "app/routes/manager/{book,genre}*",
  "locales/*/{book,genre,import}.json",
  "scripts/seed/{catalogue.json,catalogue.ts,seed-books.ts}",
  "tests/**/books*",
  "scripts/{remove-books,test-product,bench}.ts",
  "scripts/bench/**",
  "scripts/lib/{add-role,add-user-columns,add-webhook}.ts",
  "docs/decisions/{0022,0045}-*",
  "docs/{books.png,product-books.md}",
];

/** Lines of other files that name them. */
const LINES: [file: string, lines: RegExp][] = [
  ["app/entities.ts", /^ {2}(book|genre): /],
  ["app/db/schema.ts", /books|genres/],
  ["app/routes.ts", /books|genres/],
  ["app/api/api.server.ts", /(books|genres)\.server/],
  ["app/error-codes.ts", /BOOK_|GENRE_/],
  ["app/i18n/i18next.d.ts", /^ {2}(book|genre|import): /],
  ["app/i18n/page-strings.ts", /\/manager\/books/],
  ["app/features/dashboard/dashboard.server.ts", /latestBooks/],
  ["app/routes/manager/dashboard.tsx", /"book:list"/],
  ["app/routes/manager/layout.tsx", /"\/manager\/(books|genres)"/],
  ["app/routes/manager/find.ts", /(book|genre)-finder/],
  ["app/routes/app/layout.tsx", /"\/app\/books"/],
  ["app/routes/app/welcome.tsx", /home-books/],
  ["docs/privacy.md", /recent-books/],
  ["scripts/seed/seed.ts", /seedBooks/],
  ["tests/unit/locales.test.ts", /"Genres?"/],
  ["package.json", /"remove-books"|"test:product"|"bench"|scripts\/bench\/|"openssl"/],
  [".ci/run", /test:product/],
  ["README.md", /remove-books|`npm run bench` {5}/],
  ["docs/product.md", /product-books\.md/],
  ["docs/decisions/0025-an-entity-is-written-not-configured.md", /test:product/],
  ["tests/unit/new-entity.test.ts", /test:product/],
];

/** Other texts, each there once, and what replaces it. */
const TEXTS: [file: string, text: string | RegExp, replacement: string][] = [
  ["app/palette.ts", "export const ACCENT", "const ACCENT"],
  ["app/permissions.ts", ', "book:list", "book:read"', ""],
  ["app/i18n/page-strings.ts", '"/app": ["app", "book"]', '"/app": ["app"]'],
  ["app/api/api.server.ts", "booksApi, genresApi, ", ""],
  ["app/routes/manager/find.ts", "[bookFinder, genreFinder, ", "["],
  ["app/features/dashboard/dashboard.server.ts", "activity, newBooks, newUsers", "activity, newUsers"],
  [
    "app/routes/manager/dashboard.tsx",
    "activity, latestBooks, latestUsers } = await",
    "activity, latestUsers } = await",
  ],
  [
    "app/routes/manager/dashboard.tsx",
    "activity, latestBooks, latestUsers } = loaderData",
    "activity, latestUsers } = loaderData",
  ],
  ["app/routes/manager/dashboard.tsx", / +\{latestBooks && \(.*?\n {8}\)\}\n/s, ""],
  ["app/routes/app/layout.tsx", / {4}\{\n {6}label: t\("search"\).*?\n {4}\},\n/s, ""],
  ["app/cookies.ts", '  // What somebody did here.\n  "recent-books",\n', ""],
  ["app/cookies.ts", '["recent-books"]', "[]"],
  [
    "app/routes/app/welcome.tsx",
    / {2}const \[\{ role \}, books\].*?\]\);\n/s,
    "  const { role } = await context.get(viewerContext);\n",
  ],
  ["app/routes/app/welcome.tsx", "{ request, context }", "{ context }"],
  ["app/routes/app/welcome.tsx", ".REPOSITORY_URL), books }", ".REPOSITORY_URL) }"],
  ["app/routes/app/welcome.tsx", "{ role, links, books }", "{ role, links }"],
  [
    "app/routes/app/welcome.tsx",
    /<Welcome heading.*?<\/Welcome>/s,
    '<Welcome heading="h1" role={role} links={links} />',
  ],
  [".ci/run", /\. It also tests .*(?=\n)/, "."],
  ["README.md", /!\[.*?\]\(docs\/books\.png\)\n\n/, ""],
  ["app/palette.ts", " book covers,", ""],
  ["docs/recipes/change-the-colours.md", " book covers,", ""],
  ["docs/recipes/change-the-colours.md", " and the book covers.", "."],
  ["docs/start-a-product.md", /\n## Remove the books\n.*?(?=\n## |$)/s, ""],
];

/** Their strings in namespaces of others, in each language. */
const KEYS: [namespace: string, ...keys: string[]][] = [
  ["dashboard", "latestBooks", "noBooks"],
  ["selection", "book"],
  ["code", "BOOK_ALREADY_EXISTS", "GENRE_ALREADY_EXISTS", "GENRE_IN_USE", "GENRE_NOT_FOUND"],
];

if (process.argv.length > 2)
  fail("npm run remove-books takes no arguments. It takes books and genres out at once.");

/** What the files that change are to hold. Nothing is written before all of it is known. */
const changed = new Map<string, string>();

try {
  const removed = FILES.flatMap((pattern) => found(pattern));
  for (const [file, lines] of LINES) {
    change(file, (text) =>
      text
        .split("\n")
        .filter((line) => !lines.test(line))
        .join("\n"),
    );
  }
  for (const [file, text, replacement] of TEXTS) {
    change(file, (all) => (all.split(text).length === 2 ? all.replace(text, () => replacement) : all));
  }
  for (const [namespace, ...keys] of KEYS) {
    for (const file of found(`locales/*/${namespace}.json`)) {
      for (const key of keys) change(file, (text) => withoutKey(text, key));
    }
  }
  for (const file of found("migrations/*.sql")) {
    const migration = withoutTables(read(file));
    if (/books|genres/.test(migration)) throw new Error(`${file} still speaks of them`);
    if (migration.trim() !== "") changed.set(file, migration);
    else removed.push(...withoutMigration(file));
  }
  for (const file of found("migrations/meta/*_snapshot.json")) {
    if (!removed.includes(file)) change(file, withoutTheirTables);
  }

  for (const [file, text] of changed) writeFileSync(file, text);
  for (const file of removed) rmSync(file, { recursive: true, force: true });
} catch (error) {
  fail(`Nothing was removed: ${(error as Error).message}`);
}
// What is shorter now may be laid out otherwise.
spawnSync("biome", ["check", "--write", "--log-level=error"], { stdio: "inherit" });
console.log(`The books are gone. "npm run db:reset" takes them out of the local database, and "npm run preview-image" their covers
out of the image of link previews. What still speaks of them is left to you, by file, with the number of lines:

${stillSpeaking()}`);

/** The files that still name books or genres, each with its number of lines that do. */
function stillSpeaking(): string {
  const options = ["--no-index", "--exclude-standard", "-ciIE"];
  const { stdout } = spawnSync("git", ["grep", ...options, "\\b(books?|genres?)\\b"], { encoding: "utf8" });
  return stdout.replace(/^(.*):(\d+)$/gm, "  $2\t$1");
}

/** The files of a pattern. @throws {Error} where there is none */
function found(pattern: string): string[] {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`there is no ${pattern}`);
  return files;
}

/** A file as it is to be so far. */
function read(file: string): string {
  return changed.get(file) ?? readFileSync(file, "utf8");
}

/** @throws {Error} where it changes nothing */
function change(file: string, by: (text: string) => string): void {
  const before = read(file);
  const after = by(before);
  if (after === before) throw new Error(`${file} is not as it was expected`);
  changed.set(file, after);
}

function withoutKey(text: string, path: string): string {
  const strings = JSON.parse(text);
  const keys = path.split(".");
  const last = keys.pop() as string;
  const parent = keys.reduce((object, key) => object[key], strings);
  if (!(last in parent)) return text;
  delete parent[last];
  // What directs a text is written so that it can be seen.
  const directions = /[\u2066-\u2069]/g;
  const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16)}`;
  return `${JSON.stringify(strings, null, 2).replace(directions, escaped)}\n`;
}

/** A snapshot of the schema without their tables. */
function withoutTheirTables(text: string): string {
  const snapshot = JSON.parse(text);
  delete snapshot.tables.books;
  delete snapshot.tables.genres;
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

/** Takes a migration out of the journal that has no other statements. @returns its files */
function withoutMigration(file: string): string[] {
  const tag = path.basename(file, ".sql");
  change("migrations/meta/_journal.json", (text) => {
    const journal: { entries: { tag: string }[] } = JSON.parse(text);
    journal.entries = journal.entries.filter((entry) => entry.tag !== tag);
    return `${JSON.stringify(journal, null, 2)}\n`;
  });
  return [file, `migrations/meta/${tag.slice(0, 4)}_snapshot.json`];
}

/** The statements of a migration that are not about their tables. */
function withoutTables(migration: string): string {
  const THEIRS = /\b(TABLE|INDEX|TRIGGER|UPDATE|INSERT INTO)\s+`?(books|genres)(_\w+)?/;
  return migration
    .split("--> statement-breakpoint\n")
    .filter((statement) => !THEIRS.test(statement))
    .join("--> statement-breakpoint\n")
    .replace("('books', 0), ", "")
    .replace("('genres', (SELECT count(*) FROM genres)), ", "");
}

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCES = [
  "*.{md,ts,json,toml}",
  ".{ci,github,vscode}/**/*",
  "{app,docs,migrations,scripts,tests,workers}/**/*.{ts,tsx,mjs,md,css,sql}",
];
/** Folders that comments name without "app/" in front: lib/bytes, features/user/user.schema.ts. */
const FOLDERS_OF_APP = globSync("app/*/", {}).map((folder) => path.basename(folder));

const files = globSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(".", path.join(entry.parentPath, entry.name)))
  .filter((file) => !["package-lock.json", "worker-configuration.d.ts"].includes(file));

/** The prose in a file: all of a document, and the comments of code. Line breaks become spaces. */
function wordsOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const lines = text.replace(/^```.*?^```/gms, "").split("\n");
  const isCode = /\.(tsx?|mjs|css|sql)$/.test(file);
  const words = isCode
    ? lines.map(
        (line) => /^\s*(?:\/\/|\/\*+|\*|\{\/\*|--)(.*)$/.exec(line)?.[1] ?? line.split(" // ")[1] ?? "",
      )
    : lines;
  return words.map((line) => line.trim()).join(" ");
}

/** The files that a name matches. It may omit the extension and contain `<placeholders>`. */
function found(name: string): string[] {
  const pattern = name.replace(/<[^>]*>/g, "*").replace(/[.,:]+$/, "");
  // docs/decisions/0012 is docs/decisions/0012-audit-log.md, http/refusal is http/refusal.server.ts.
  return globSync([pattern, `${pattern}${/\/\d{4}$/.test(pattern) ? "-*" : ".*"}`]);
}

test("every file that comments and documents name exists", () => {
  const folders = FOLDERS_OF_APP.join("|");
  const fromRoot =
    /(?<![\w#/.@~-])(?:app|docs|migrations|scripts|tests|workers|\.github)\/[\w./<>*{},-]*\w[>}*/]*/g;
  const fromApp = new RegExp(`(?<![\\w#/.@~-])(?:${folders})/[a-z][\\w./-]*\\w`, "g");
  const missing = files.flatMap((file) => {
    const words = wordsOf(file);
    // A recipe may name files that its reader is to create.
    const made = [...words.matchAll(/`([^`]+)` \(new\)/g)].map(([, name]) => name);
    const named = [
      ...(words.match(fromRoot) ?? []),
      ...(words.match(fromApp) ?? []).map((name) => `app/${name}`),
    ];
    return named
      .filter((name) => !made.includes(name) && found(name).length === 0)
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test("every name that comments and documents look for in a file is in it", () => {
  const wrong = files.flatMap((file) =>
    [...wordsOf(file).matchAll(/`([\w$]+)(?:\(\))?` \(`([\w./-]+\.tsx?)`\)/g)]
      .filter(
        ([, name = "", place = ""]) =>
          !globSync([place, `app/${place}`, `tests/support/${place}`]).some((found) =>
            readFileSync(found, "utf8").includes(name),
          ),
      )
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(wrong).toEqual([]);
});

test("every link between documents has a target", () => {
  const broken = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, link]) => path.join(path.dirname(file), link as string))
        .filter((target) => globSync(target).length === 0)
        .map((target) => `${file}: ${target}`),
    );
  expect(broken).toEqual([]);
});

test("every recipe is in the list of recipes", () => {
  const list = readFileSync("docs/recipes/README.md", "utf8");
  const recipes = globSync("docs/recipes/*.md").map((file) => path.basename(file));
  expect(recipes.filter((recipe) => recipe !== "README.md" && !list.includes(`](${recipe})`))).toEqual([]);
});

test("every cited section of a document is one of its headings", () => {
  const wrong = files.flatMap((file) =>
    [...wordsOf(file).matchAll(/(docs\/[\w-]+\.md), ([A-Z][\w ]+)/g)]
      .filter(([, document = "", cited = ""]) => {
        const headings = [...readFileSync(document, "utf8").matchAll(/^#+ (.*)$/gm)].map(
          ([, title]) => title,
        );
        return !headings.some((title) => new RegExp(`^${title}\\b`).test(cited));
      })
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(wrong).toEqual([]);
});

test("nothing refers to a specification that is not here", () => {
  const name = ["SPEC", "md"].join(".");
  expect(files.filter((file) => readFileSync(file, "utf8").includes(name))).toEqual([]);
});

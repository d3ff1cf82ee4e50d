import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Project } from "ts-morph";
import { expect, test } from "vitest";
import { COMPLETE_LANGUAGES } from "#app/core/i18n/languages.ts";
import { readCommandLine } from "#scripts/entity/definition.ts";
import { filesOf } from "#scripts/entity/files.ts";
import { registrationsOf } from "#scripts/entity/registrations.ts";

// The generated code is tested in a copy: `npm run test:product`.

/** Reads the arguments of a valid command. */
async function entityOf(...args: string[]) {
  const command = await readCommandLine(args);
  if (!command) throw new Error("help was shown");
  return command.entity;
}

test("a field has a type, and the first required text is the title of the entity", async () => {
  const entity = await entityOf("trail", "length:decimal", "name:text!", "difficulty:easy|hard!");
  expect(entity).toMatchObject({ plural: "trails", Name: "Trail", title: { name: "name" }, unique: [] });
  expect(entity.fields).toMatchObject([
    { name: "length", type: "decimal", required: false },
    { name: "name", type: "text", required: true },
    { name: "difficulty", type: "choice", choices: ["easy", "hard"], required: true },
  ]);
});

test.each([
  ["category", "categories"],
  ["toy", "toys"],
  ["box", "boxes"],
])("the plural of %s is %s", async (name, plural) => {
  expect((await entityOf(name, "name:text!")).plural).toBe(plural);
});

test.each([
  ["a name that is not a word", ["Trail", "name:text!"], "one lower-case word"],
  ["a name that the code uses for something else", ["page", "name:text!"], "something else"],
  ["a built-in class as the name", ["map", "name:text!"], "something else"],
  ["a word of SQL as the plural", ["value", "name:text!", "--plural", "values"], "can't be the plural"],
  [
    "what the generated code imports as the plural",
    ["stamp", "name:text!", "--plural", "timestamps"],
    "can't be the plural",
  ],
  ["a plural that is the name", ["sheep", "name:text!", "--plural", "sheep"], "plural"],
  ["no required text", ["trail", "name:text"], "required text"],
  ["an unknown type", ["trail", "name:text!", "map:polygon"], '"polygon" is not a type'],
  ["a field without a type", ["trail", "name"], "not a field"],
  ["a field that every table has", ["trail", "name:text!", "createdAt:date"], "can't be named createdAt"],
  [
    "a field that is not in camelCase",
    ["trail", "name:text!", "imageURL:text"],
    "camelCase, such as imageUrl",
  ],
  ["a choice that is not in camelCase", ["trail", "name:text!", "kind:Easy|Hard"], "camelCase"],
  ["a checkbox that is required", ["trail", "name:text!", "open:boolean!"], "can't be required"],
  ["a picture that is required", ["trail", "name:text!", "photo:image!"], "can't be required"],
  ["a picture with the name of a page", ["trail", "name:text!", "update:image"], "can't be named update"],
  [
    "two pictures with the same name",
    ["trail", "name:text!", "photo:image", "photo:image"],
    "two fields named photo",
  ],
  ["two fields with the same name", ["trail", "name:text!", "name:text"], "two fields named name"],
  ["a reference to an unknown entity", ["trail", "name:text!", "planet:ref"], "does not name an entity"],
  ["a reference to people, who may have no name", ["trail", "name:text!", "user:ref"], "not every user"],
  ["a reserved word as a field", ["trail", "name:text!", "default:boolean"], "can't be named default"],
  [
    "a field that the form sends itself",
    ["trail", "name:text!", "original:boolean"],
    "can't be named original",
  ],
  [
    "the column of a sort order as a field",
    ["trail", "name:text!", "nameKey:text"],
    "can't be named nameKey",
  ],
  ["a repeated choice", ["trail", "name:text!", "kind:a|a"], "repeat"],
  ["an unknown owner", ["trail", "name:text!", "--of", "team"], "rows can belong to a user"],
  ["--also-manager without an owner", ["trail", "name:text!", "--also-manager"], "goes with --of user"],
  ["copies of somebody's rows", ["trip", "title:text!", "--of", "user", "--cached"], "doesn't go with --of"],
  ["--cached with a file", ["trail", "name:text!", "map:file", "--cached"], "asks the database anyway"],
  ["--public without an owner", ["trail", "name:text!", "--public"], "goes with --of user"],
  ["--home without an owner", ["trail", "name:text!", "--home"], "goes with --of user"],
  ["--share without an owner", ["trail", "name:text!", "--share"], "goes with --of user"],
  [
    "--share with rows that everybody can read",
    ["trip", "title:text!", "--of", "user", "--public", "--share"],
    "--public",
  ],
  ["the column of a link as a field", ["trail", "name:text!", "sharedAt:date"], "can't be named sharedAt"],
  ["the column of the owner as a field", ["trail", "name:text!", "userId:text"], "can't be named userId"],
  ["--unique with an unknown field", ["trail", "name:text!", "--unique", "region"], "not a field"],
  [
    "--unique with an optional number",
    ["trail", "name:text!", "length:decimal", "--unique", "length"],
    "empty",
  ],
])("%s is refused with a reason", async (_, args, reason) => {
  await expect(readCommandLine(args)).rejects.toThrow(reason);
});

/** The reserved words of ECMA-262 (12.7.2), and those that strict code and classes may not name anything. */
const WORDS_OF_THE_LANGUAGE = [
  "await break case catch class const continue debugger default delete do else enum export extends false finally for",
  "function if import in instanceof new null return super switch this throw true try typeof var void while with yield",
  "implements interface let package private protected public static arguments eval constructor",
].flatMap((line) => line.split(" "));

test.each(WORDS_OF_THE_LANGUAGE)("neither an entity nor a field can have the name %s", async (word) => {
  await expect(readCommandLine([word, "name:text!"])).rejects.toThrow(`"${word}" can't be the name`);
  await expect(readCommandLine(["trail", "name:text!", `${word}:text`])).rejects.toThrow(`named ${word}`);
});

test("--unique accepts field names separated by commas and spaces", async () => {
  const entity = await entityOf("trail", "name:text!", "region:text", "--unique", "name, region");
  expect(entity.unique.map(({ name }) => name)).toEqual(["name", "region"]);
});

test.each([
  ["trail", "a trail"],
  ["address", "an address"],
  ["unit", "a unit"],
])("the audit log has the right article for %s", async (name, aName) => {
  expect(await entityOf(name, "name:text!")).toMatchObject({ aName });
});

test("without arguments or with --help, the command explains itself", async () => {
  expect(await readCommandLine([])).toBeNull();
  expect(await readCommandLine(["trail", "name:text!", "--help"])).toBeNull();
});

test("an entity adds few files, and the generator finds every place where it registers", async () => {
  // No product has an entity of this name.
  const entity = await entityOf(
    "specimen",
    "name:text!",
    "region:text",
    "difficulty:easy|hard",
    "--unique",
    "name",
  );
  // The number of files, without the migration and the strings in each language.
  expect(filesOf(entity, COMPLETE_LANGUAGES).size - COMPLETE_LANGUAGES.length).toBeLessThanOrEqual(20);
  const own = { ...entity, owner: "user" as const };
  expect(filesOf(own, COMPLETE_LANGUAGES).size - COMPLETE_LANGUAGES.length).toBeLessThanOrEqual(20);
  const kinds = [
    entity,
    own,
    { ...entity, isCached: true },
    { ...own, alsoManager: true },
    { ...own, isPublic: true },
    { ...own, isShared: true },
    { ...own, isAtHome: true },
  ];
  const places = kinds.flatMap((one) => registrationsOf(one, COMPLETE_LANGUAGES));
  for (const { file, change } of places) {
    const text = readFileSync(file, "utf8");
    expect(change(text), file).not.toBeNull();
    expect(change(text), file).not.toBe(text);
  }
});

test("the generator finds each place after a dozen entities, in formatted code", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "entities-"));
  /** Users own the rows of every second entity. */
  const registered = async (name: string, n: number) => {
    const of = n % 2 === 1 ? ["--of", "user", "--also-manager", "--share", "--home"] : [];
    const entity = await entityOf(name, "name:text!", "--unique", "name", ...of);
    return registrationsOf(entity, COMPLETE_LANGUAGES);
  };
  try {
    const both = [...(await registered("specimen", 0)), ...(await registered("specimen", 1))];
    const files = new Set(both.map(({ file }) => file));
    for (const file of [...files, "biome.json", ".gitignore"]) cpSync(file, path.join(folder, file));
    for (const [n, letter] of [..."abcdefghijkl"].entries()) {
      for (const { file, change } of await registered(`specimen${letter}`, n)) {
        const text = change(readFileSync(path.join(folder, file), "utf8"));
        expect(text, `${file}, for the entity with ${letter}`).not.toBeNull();
        writeFileSync(path.join(folder, file), text as string);
      }
      const biome = path.resolve("node_modules/.bin/biome");
      const { status, stderr } = spawnSync(biome, ["format", "--write"], { cwd: folder, encoding: "utf8" });
      expect(status, stderr).toBe(0);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a product without entities keeps everything that generated files import", async () => {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: false } });
  /** What a file imports from the product's own files, each as "path: name". */
  const takenBy = (file: string, text: string): string[] => {
    const source = project.createSourceFile(file, text, { overwrite: true });
    return [...source.getImportDeclarations(), ...source.getExportDeclarations()].flatMap((declaration) => {
      const specifier = declaration.getModuleSpecifierValue() ?? "";
      const target = specifier.startsWith("#")
        ? specifier.slice(1)
        : path.join(path.dirname(file), specifier);
      const names =
        "getNamedImports" in declaration ? declaration.getNamedImports() : declaration.getNamedExports();
      return existsSync(target) ? names.map((name) => `${target}: ${name.getName()}`) : [];
    });
  };
  const uses = "scripts/entity/uses.ts";
  const kept = new Set(takenBy(uses, readFileSync(uses, "utf8")));
  const fields = ["name:text!", "region:text", "length:decimal", "size:integer!", "kind:a|b!", "level:c|d"];
  const files = existsSync("app/slices/upload") ? ["photo:image", "map:file"] : [];
  const more = ["open:boolean", "opened:date!", "closed:date", "story:longtext", "motto:longtext!", ...files];
  const entities = [
    await entityOf("specimen", ...fields, ...more),
    await entityOf("specimen", ...fields, ...more, "--unique", "name,region"),
    await entityOf("specimen", ...fields, "--cached"),
    await entityOf("specimen", ...fields, ...more, "--unique", "name", "--of", "user", "--also-manager"),
    await entityOf("specimen", ...fields, ...more, "--of", "user", "--public", "--home"),
    await entityOf("specimen", ...fields, ...more, "--of", "user", "--share"),
    ...(existsSync("app/slices/organisation")
      ? [await entityOf("specimen", ...fields, ...more, "--of", "organisation", "--unique", "name")]
      : []),
  ];
  // Tables never count as unused.
  const isTable = (taken: string) => /^app\/schema\.ts|\.table\.ts/.test(taken);
  for (const entity of entities) {
    for (const [file, text] of filesOf(entity, [])) {
      const taken = takenBy(file, text).filter((one) => !isTable(one));
      expect(
        taken.filter((one) => !kept.has(one)),
        file,
      ).toEqual([]);
    }
  }
});

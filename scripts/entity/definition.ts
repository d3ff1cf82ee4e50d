import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pluralOf, withArticle } from "./english.ts";
import { findReference, type Reference } from "./references.ts";
import { TAKEN_FIELDS, TAKEN_NAMES, TAKEN_PLURALS } from "./taken-names.ts";

/** The types of a field. */
type FieldType = "text" | "longtext" | "integer" | "decimal" | "boolean" | "date" | "choice" | "reference";

/** A field of an entity. */
export interface Field {
  /** The field's name in code: "difficulty", or "genreId" for a reference. */
  name: string;
  /** The field's column in the table: "difficulty", "genre_id". */
  column: string;
  /** The field's English label: "Difficulty". */
  label: string;
  type: FieldType;
  required: boolean;
  /** The values of a choice. */
  choices: string[];
  /** The entity of a reference. */
  target: Reference | null;
}

/** A picture or another file of a row, which is uploaded on its own page once the row exists. */
export interface SentFile {
  type: "image" | "file";
  /** The file's name in code: "coverPhoto". */
  name: string;
  /** The file's name in addresses and file names: "cover-photo". */
  kebab: string;
  /** The file's English label: "Cover photo". */
  label: string;
}

/** An entity to generate, with its name in every form that the code needs. */
export interface EntityDefinition {
  /** "trail", "trails", "Trail" and "Trails". */
  name: string;
  plural: string;
  Name: string;
  Plural: string;
  /** "a trail" or "an apple", and "A trail" or "An apple". */
  aName: string;
  AName: string;
  fields: Field[];
  files: SentFile[];
  /** The files that pages show. Lists show the first one. */
  pictures: SentFile[];
  /** The files that are downloaded. */
  documents: SentFile[];
  /** The field that names a row: the first required text. Lists are sorted by it. */
  title: Field;
  /** Who owns the rows: the user who creates them, an organisation, or nobody. */
  owner: "user" | "organisation" | null;
  /**
   * Whether readers' pages may come from cached copies (app/core/read-cache). The rows of such an entity have
   * no owner.
   */
  isCached: boolean;
  /** Whether the manager area lists everybody's rows, if they have owners. */
  alsoManager: boolean;
  /** Whether everybody who may enter the readers' area can read the rows, if they have owners. */
  isPublic: boolean;
  /** Whether an owner can share a row by a link, if rows have owners. */
  isShared: boolean;
  /** Whether the first page after signing in shows the reader's own rows. */
  isAtHome: boolean;
  /**
   * The fields whose combination is unique: among all rows or, if rows have owners, among the rows of one owner. Empty
   * if there are none.
   */
  unique: Field[];
  /** The text fields that are also stored in a folded form, for sorting, uniqueness and search. */
  keyed: Field[];
}

const OWNERS = ["user", "organisation"] as const;

const WORD = /^[a-z][a-z0-9]{1,30}$/;
/** In camelCase, with abbreviations as words: "imageUrl". */
const FIELD_NAME = /^(?!.*[A-Z]{2})[a-z][a-zA-Z0-9]{0,30}$/;
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const snake = (name: string) => words(name).replaceAll(" ", "_");

/**
 * Reads the command line.
 * @returns null if it asks for help
 * @throws {Error} that says what to write instead
 */
export async function readCommandLine(
  args: string[],
): Promise<{ entity: EntityDefinition; dryRun: boolean } | null> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      unique: { type: "string" },
      plural: { type: "string" },
      of: { type: "string" },
      cached: { type: "boolean", default: false },
      "also-manager": { type: "boolean", default: false },
      public: { type: "boolean", default: false },
      share: { type: "boolean", default: false },
      home: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [name, ...specs] = positionals;
  if (values.help || !name) return null;
  if (!WORD.test(name))
    throw new Error(`"${name}" can't be the name: use one lower-case word, such as trail.`);
  if (TAKEN_NAMES.includes(name)) {
    throw new Error(`"${name}" can't be the name: the generated code uses it for something else.`);
  }
  const plural = values.plural ?? pluralOf(name);
  if (!WORD.test(plural) || plural === name)
    throw new Error(
      `"${plural}" can't be the plural: give a lower-case word other than the name with --plural.`,
    );
  if (TAKEN_PLURALS.includes(plural)) {
    throw new Error(
      `"${plural}" can't be the plural: the generated code uses it for something else. Give another one with --plural.`,
    );
  }

  const owner = OWNERS.find((known) => known === values.of) ?? null;
  if (values.of !== undefined && !owner)
    throw new Error(`"--of ${values.of}" is not known: rows can belong to a user or to an organisation.`);
  if (owner === "organisation" && !existsSync("app/slices/organisation"))
    throw new Error("There are no organisations here: the slice organisation was removed.");
  if (values.cached && owner)
    throw new Error("--cached doesn't go with --of: rows that belong to somebody are never copied.");
  if (values["also-manager"] && owner !== "user")
    throw new Error("--also-manager goes with --of user: administrators see all other entities anyway.");
  if (values.public && owner !== "user")
    throw new Error("--public goes with --of user: readers see all other entities anyway.");
  if (values.share && owner !== "user")
    throw new Error("--share goes with --of user: a link shows a row that only its owner sees otherwise.");
  if (values.home && owner !== "user")
    throw new Error("--home goes with --of user: it shows the reader's own rows.");
  if (values.share && values.public)
    throw new Error("--share doesn't go with --public: everybody reads public rows without a link.");

  const [fileSpecs, fieldSpecs] = [specs.filter(isSentFile), specs.filter((spec) => !isSentFile(spec))];
  const fields = fieldSpecs.map(parseField);
  const files = fileSpecs.map(parseSentFile);
  // A reference takes two field names: one for the id of the other row, and one for the name of that row.
  const names = [
    ...fields.flatMap(({ name, target }) => (target ? [name, target.entity] : [name])),
    ...files.flatMap(({ name, type }) => (type === "image" ? [name, `${name}Id`] : [name])),
  ];
  const repeated = names.find((name, n) => names.indexOf(name) !== n);
  if (repeated) throw new Error(`There are two fields named ${repeated}.`);
  if (values.cached && files.some(({ type }) => type === "file"))
    throw new Error("--cached doesn't go with files to download: their page asks the database anyway.");
  const uncopied = fields.find(({ target }) => target && !target.isShared)?.target;
  if (values.cached && uncopied)
    throw new Error(
      `--cached doesn't go with ${uncopied.entity}:ref: the table ${uncopied.table} is not declared with sharedTable().`,
    );
  if (files.length > 0 && !existsSync("app/slices/upload"))
    throw new Error("There are no files here: the slice upload was removed.");
  const title = fields.find(({ type, required }) => type === "text" && required);
  if (!title) throw new Error("One field must be a required text, such as 'name:text!': it names a row.");
  const unique = (values.unique?.split(",") ?? []).map((written) => {
    const wanted = written.trim();
    const field = fields.find(({ name, target }) => name === wanted || target?.entity === wanted);
    if (!field) throw new Error(`--unique names ${wanted}, which is not a field.`);
    if (field.type === "longtext") throw new Error(`--unique can't name ${wanted}: it is a long text.`);
    if (field.type !== "text" && !field.required) {
      throw new Error(
        `--unique names ${wanted}, which may be empty: add "!", because SQLite treats two empty values as different.`,
      );
    }
    return field;
  });
  const varies = unique.some(
    ({ type, required }) => (type === "text" && required) || type === "integer" || type === "decimal",
  );
  if (owner === "organisation" && unique.length > 0 && !varies)
    throw new Error(
      "--unique needs a required text or a number here, because the generated tests add many rows.",
    );
  if (owner === "organisation" && readFileSync("app/routes.ts", "utf8").includes(`"app/o/:slug/${plural}`))
    throw new Error(
      `An organisation already has a page /${plural}: choose another name, or another plural with --plural.`,
    );
  const keyed = fields.filter(
    (field) => field === title || (field.type === "text" && unique.includes(field)),
  );
  const folded = keyed.map((field) => `${field.name}Key`).find((key) => names.includes(key));
  if (folded) throw new Error(`A field can't be named ${folded}: that column is for sorting and searching.`);
  const entity = {
    name,
    plural,
    Name: capitalize(name),
    Plural: capitalize(plural),
    aName: withArticle(name),
    AName: capitalize(withArticle(name)),
    fields,
    files,
    pictures: files.filter(({ type }) => type === "image"),
    documents: files.filter(({ type }) => type === "file"),
    title,
    owner,
    isCached: values.cached,
    alsoManager: values["also-manager"],
    isPublic: values.public,
    isShared: values.share,
    isAtHome: values.home,
    unique,
    keyed,
  };
  return { entity, dryRun: values["dry-run"] };
}

const isSentFile = (spec: string) => /:(image|file)!?$/.test(spec);

function parseSentFile(spec: string): SentFile {
  const { name, written, mark } = parseSpec(spec);
  if (mark)
    throw new Error(`${name} can't be required: a file is uploaded once its row exists. Leave "!" out.`);
  if (TAKEN_FIELDS.includes(name) || ["share", "update"].includes(name))
    throw new Error(`A file can't be named ${name}.`);
  return {
    type: written === "image" ? "image" : "file",
    name,
    kebab: words(name).replaceAll(" ", "-"),
    label: capitalize(words(name)),
  };
}

function parseSpec(spec: string): { name: string; written: string; mark: string } {
  const [, name = "", written = "", mark = ""] = /^([^:]*):(.*?)(!?)$/.exec(spec) ?? [];
  if (FIELD_NAME.test(name)) return { name, written, mark };
  throw new Error(
    `"${spec}" is not a field: write <name>:<type>, such as region:text, with the name in camelCase, such as imageUrl.`,
  );
}

function parseField(spec: string): Field {
  const { name, written, mark } = parseSpec(spec);
  const required = mark === "!";
  const common = {
    label: capitalize(words(name).replace(/^is (?=.)/, "")),
    required,
    choices: [],
    target: null,
  };
  if (written === "ref") {
    const target = findReference(name);
    return { ...common, name: `${name}Id`, column: `${snake(name)}_id`, type: "reference", target };
  }
  if (TAKEN_FIELDS.includes(name)) throw new Error(`A field can't be named ${name}.`);
  const field = { ...common, name, column: snake(name) };
  if (written.includes("|")) {
    const choices = written.split("|");
    const odd = choices.find((choice) => !FIELD_NAME.test(choice));
    if (odd !== undefined)
      throw new Error(`"${odd}" can't be a choice of ${name}: write it in camelCase, such as veryHard.`);
    if (new Set(choices).size !== choices.length) throw new Error(`The choices of ${name} repeat one.`);
    return { ...field, type: "choice", choices };
  }
  const type = (["text", "longtext", "integer", "decimal", "boolean", "date"] as const).find(
    (known) => known === written,
  );
  if (!type) throw new Error(`"${written}" is not a type for ${name}. --help lists them.`);
  if (type === "boolean" && required) {
    throw new Error(`${name} can't be required: an unticked checkbox means no. Leave "!" out.`);
  }
  return { ...field, type };
}

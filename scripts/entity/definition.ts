import { parseArgs } from "node:util";
import { findReference, type Reference } from "./references.ts";

/** What a field can hold. */
type FieldType = "text" | "longtext" | "integer" | "decimal" | "boolean" | "date" | "choice" | "reference";

export interface Field {
  /** In code: "difficulty", or "genreId" of a reference. */
  name: string;
  /** In the table: "difficulty", "genre_id". */
  column: string;
  /** In English: "Difficulty". */
  label: string;
  type: FieldType;
  required: boolean;
  /** Of a choice. */
  choices: string[];
  /** Of a reference. */
  target: Reference | null;
}

export interface EntityDefinition {
  /** "trail", "trails", "Trail" and "Trails". */
  name: string;
  plural: string;
  Name: string;
  Plural: string;
  fields: Field[];
  /** What people call a row by: the first required text. Lists are sorted by it. */
  title: Field;
  /** Together unique; empty if nothing is. */
  unique: Field[];
  /** The texts that are kept folded as well, for order, uniqueness and search. */
  keyed: Field[];
}

export const USAGE = `npm run new:entity -- <name> <field>... [--unique <field>,<field>] [--plural <plural>] [--dry-run]

  <name>    one lower-case word in the singular: trail
  <field>   <name>:<type>, with "!" behind it if it is required: name:text!

  text      a line                          boolean   a checkbox
  longtext  several lines                   date      a day
  integer   a whole number                  ref       another entity, by its name: genre:ref
  decimal   a number                        easy|medium|hard   a choice of these

  --unique  these fields together belong to one row only
  --plural  where it is not the name and "s"
  --dry-run says what would be written, and writes nothing

The first required text is what people call it by: lists are sorted by it. Example:

  npm run new:entity -- trail 'name:text!' region:text length:decimal 'difficulty:easy|medium|hard' --unique name,region
`;

const WORD = /^[a-z][a-z0-9]{1,30}$/;
const FIELD_NAME = /^[a-z][a-zA-Z0-9]{0,30}$/;
/** Columns that every table has, and names that mean something else in forms and pages. */
const TAKEN_FIELDS = ["id", "createdAt", "updatedAt", "intent", "page", "total", "term", "rowid", "row"];
/** Names that would collide with words of the language or of the code that is written. */
const TAKEN_NAMES = [
  "new",
  "delete",
  "class",
  "function",
  "import",
  "export",
  "default",
  "entity",
  "row",
  "form",
];

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const snake = (name: string) => words(name).replaceAll(" ", "_");

/**
 * Reads the command line.
 * @returns null where help is asked for
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
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [name, ...specs] = positionals;
  if (values.help || !name) return null;
  if (!WORD.test(name) || TAKEN_NAMES.includes(name)) {
    throw new Error(`"${name}" can't be the name: use one lower-case word, such as trail.`);
  }
  const plural = values.plural ?? pluralOf(name);
  if (!WORD.test(plural) || plural === name)
    throw new Error(`"${plural}" can't be the plural: give one with --plural.`);

  const fields = await Promise.all(specs.map(parseField));
  const repeated = fields.find((field, n) => fields.findIndex((other) => other.name === field.name) !== n);
  if (repeated) throw new Error(`There are two fields named ${repeated.name}.`);
  const title = fields.find(({ type, required }) => type === "text" && required);
  if (!title)
    throw new Error("One field must be a required text, such as 'name:text!': people call it by that.");
  const unique = (values.unique?.split(",") ?? []).map((wanted) => {
    const field = fields.find((candidate) => candidate.name === wanted);
    if (!field) throw new Error(`--unique names ${wanted}, which is no field.`);
    if (field.type === "longtext") throw new Error(`--unique can't name ${wanted}: it is a long text.`);
    if (field.type !== "text" && !field.required) {
      throw new Error(
        `--unique names ${wanted}, which may be empty: add "!", as two empty ones are not equal to SQLite.`,
      );
    }
    return field;
  });
  const keyed = fields.filter(
    (field) => field === title || (field.type === "text" && unique.includes(field)),
  );
  const entity = {
    name,
    plural,
    Name: capitalize(name),
    Plural: capitalize(plural),
    fields,
    title,
    unique,
    keyed,
  };
  return { entity, dryRun: values["dry-run"] };
}

async function parseField(spec: string): Promise<Field> {
  const [, name = "", written = "", mark] = /^([^:]*):(.*?)(!?)$/.exec(spec) ?? [];
  if (!FIELD_NAME.test(name))
    throw new Error(`"${spec}" is no field: write <name>:<type>, such as region:text.`);
  const required = mark === "!";
  const common = { label: capitalize(words(name)), required, choices: [], target: null };
  if (written === "ref") {
    const target = await findReference(name);
    return { ...common, name: `${name}Id`, column: `${snake(name)}_id`, type: "reference", target };
  }
  if (TAKEN_FIELDS.includes(name)) throw new Error(`A field can't be named ${name}.`);
  const field = { ...common, name, column: snake(name) };
  if (written.includes("|")) {
    const choices = written.split("|");
    const odd = choices.find((choice) => !FIELD_NAME.test(choice));
    if (odd !== undefined) throw new Error(`"${odd}" can't be a choice of ${name}: use letters and digits.`);
    if (new Set(choices).size !== choices.length) throw new Error(`The choices of ${name} repeat one.`);
    return { ...field, type: "choice", choices };
  }
  const type = (["text", "longtext", "integer", "decimal", "boolean", "date"] as const).find(
    (known) => known === written,
  );
  if (!type) throw new Error(`"${written}" is no type for ${name}. --help lists them.`);
  return { ...field, type };
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, "ies");
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

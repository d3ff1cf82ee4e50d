import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type End, FORMAT, type Header, type Line, lineSchema, type Part } from "./format.ts";

/** The file is not a backup, or is incomplete. */
class UnusableError extends Error {
  override name = "UnusableError";

  constructor(file: string, reason: string) {
    super(`${file} can't be used: ${reason}`);
  }
}

/**
 * Reads a whole backup without using it, and checks that nothing is missing or changed.
 * @param columnsOf returns the columns that a table must have; undefined for an unknown table
 * @throws {Error} that says what is wrong with the file
 */
export async function checkFile(
  file: string,
  columnsOf: (table: string) => string[] | undefined,
): Promise<{ header: Header; rows: Record<string, number> }> {
  const hash = createHash("sha256");
  const rows: Record<string, number> = {};
  let header: Header | undefined;
  let end: End | undefined;
  let table: { table: string; columns: string[] } | undefined;
  for await (const text of textsOf(file)) {
    const line = parseLine(file, text);
    if (!header) {
      if (!("backup" in line) || line.backup !== FORMAT) {
        throw new UnusableError(file, `it is not a backup of format ${FORMAT}`);
      }
      header = line;
    } else if (end || "backup" in line) {
      throw new UnusableError(file, "it has lines that don't belong there");
    } else if ("sha256" in line) {
      end = line;
      if (hash.digest("hex") !== end.sha256) throw new UnusableError(file, "it was changed");
      continue;
    } else if ("table" in line) {
      table = line;
      const columns = columnsOf(table.table);
      if (String(columns) !== String(table.columns)) {
        throw new UnusableError(
          file,
          `this version of the code has no table ${table.table} with its columns`,
        );
      }
      rows[table.table] = 0;
    } else {
      if (line.length !== table?.columns.length)
        throw new UnusableError(file, "one of its rows is incomplete");
      rows[table.table] = (rows[table.table] ?? 0) + 1;
    }
    hash.update(`${text}\n`);
  }
  if (!header || !end) throw new UnusableError(file, "its end is missing");
  return { header, rows };
}

/** The parts of a backup, after {@link checkFile} has accepted it. */
export async function* readFile(file: string): AsyncGenerator<Part> {
  for await (const text of textsOf(file)) {
    const line = parseLine(file, text);
    if (Array.isArray(line) || "table" in line) yield line;
  }
}

function parseLine(file: string, text: string): Line {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    throw new UnusableError(file, "one of its lines can't be read");
  }
}

/** The lines of a gzipped text file. Node's readline would also split them at U+2028, which JSON may contain. */
async function* textsOf(file: string): AsyncGenerator<string> {
  const source = (await open(file)).createReadStream();
  // An error in either stream ends the other one, and the loop below throws it.
  const content = pipeline(source, createGunzip(), () => {}).setEncoding("utf8");
  let rest = "";
  try {
    for await (const chunk of content) {
      const texts = `${rest}${chunk}`.split("\n");
      rest = texts.pop() ?? "";
      yield* texts;
    }
  } catch (error) {
    throw new UnusableError(file, `it is cut off or damaged (${(error as Error).message})`);
  }
  if (rest) throw new UnusableError(file, "its last line is cut off");
}

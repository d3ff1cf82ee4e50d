import { createHash } from "node:crypto";
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type End, FORMAT, type Header, type Line, type Part } from "./format.ts";

/**
 * Writes a backup, part by part. Only its owner may read the file, as it contains personal data.
 * @returns the number of rows by table
 * @throws {Error} if the file exists. After any other error, no file is left.
 */
export async function writeFile(
  file: string,
  about: Omit<Header, "backup">,
  parts: AsyncIterable<Part>,
): Promise<Record<string, number>> {
  if (existsSync(file)) throw new Error(`${file} exists: move it away, or name another file`);
  const rows: Record<string, number> = {};
  const output = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  try {
    await pipeline(Readable.from(linesOf(about, parts, rows)), createGzip(), output);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return rows;
}

/** The lines of the file. @param rows receives the number of rows by table */
async function* linesOf(
  about: Omit<Header, "backup">,
  parts: AsyncIterable<Part>,
  rows: Record<string, number>,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const hashed = (line: Line) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  yield hashed({ backup: FORMAT, ...about });
  let table = "";
  for await (const part of parts) {
    if (!Array.isArray(part)) table = part.table;
    rows[table] = Array.isArray(part) ? (rows[table] ?? 0) + 1 : 0;
    yield hashed(part);
  }
  const end: End = { rows, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

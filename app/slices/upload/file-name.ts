import { plainName } from "#app/core/lib/text.ts";

/** The maximum length of a stored name, in characters. */
const MAX_LENGTH = 100;

/**
 * The name under which a file is stored: shortened, but with its extension, by which computers know how to open it;
 * "file" if it has none.
 */
export function fileNameOf(sent: string): string {
  const name = plainName(sent) || "file";
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const end = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "");
  return [...characters.slice(0, MAX_LENGTH - end.length - 1), "…", ...end].join("");
}

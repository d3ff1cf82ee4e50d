import { plainName } from "#app/core/lib/text.ts";

/** How long a stored name is at most, in characters. */
const MAX_LENGTH = 100;

/** The name of a file as it is stored: short, with its end, by which computers know what opens it; "file" if it has none. */
export function fileNameOf(sent: string): string {
  const name = plainName(sent) || "file";
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const end = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "");
  return [...characters.slice(0, MAX_LENGTH - end.length - 1), "…", ...end].join("");
}

import { existsSync, readFileSync } from "node:fs";
import { withDependents } from "#scripts/lib/with-dependents.ts";

/**
 * The purpose of a part: the first sentence of its README, without references. "" for a generated entity, because its
 * name is enough.
 */
export function purposeOf(part: string): string {
  const file = `app/slices/${part}/README.md`;
  if (!existsSync(file)) return "";
  const [, paragraph = ""] = readFileSync(file, "utf8").split("\n\n");
  const [sentence = ""] = paragraph.replaceAll("\n", " ").split(/(?<=\.)\s|;\s/);
  return sentence.replace(/ \(`docs\/[^)]*\)/g, "").replace(/\.?$/, ".");
}

/** The list of parts for --help: a line for each part, with the parts that are removed with it. */
export function partsInWords(parts: readonly string[]): string {
  const width = Math.max(...parts.map((part) => part.length));
  return parts
    .map((part) => {
      const others = withDependents(part).slice(1);
      const going = others.length > 0 ? ` Goes with it: ${others.join(", ")}.` : "";
      return `    ${part.padEnd(width)}  ${purposeOf(part)}${going}`;
    })
    .join("\n");
}

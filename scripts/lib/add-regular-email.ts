import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const RECIPE = "docs/recipes/add-an-optional-email.md";

/** Code to insert into a file, after the first match of the pattern `behind`. */
type Insertion = [file: string, behind: RegExp, code: string];

/**
 * Follows the first part of docs/recipes/add-an-optional-email.md in a copy of the product that has an entity `trip`,
 * with the recipe's own code.
 * @param root the folder of the copy
 * @throws {Error} if the recipe or a file is not as expected
 */
export function addRegularEmailOfRecipe(root: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const [first = ""] = read(RECIPE).split("\n## An email that somebody causes");
  const blocks = [...first.replace(/^ {3}/gm, "").matchAll(/^```(?:ts|json)\n(.*?)^```$/gms)];
  const [email = "", job = "", texts = "", preview = "", test = ""] = blocks.map(([, code = ""]) => code);
  if (blocks.length !== 5) throw new Error(`${RECIPE} is not as expected.`);

  write("app/slices/trip/trips-email.ts", email);
  write("app/slices/trip/trips-email.server.ts", job);
  write("tests/integration/trips-email.test.ts", test);
  const places: Insertion[] = [
    [
      "app/slices.server.ts",
      /^/,
      'import { tripsOptionalEmail } from "#app/slices/trip/trips-email.ts";\nimport { sendTrips, tripsDue } from "#app/slices/trip/trips-email.server.ts";\n',
    ],
    ["app/slices.server.ts", /JOBS_OF_SLICES[^=]*= \[/, "sendTrips, "],
    ["app/slices.server.ts", /DUE[^=]*= \[/, "tripsDue, "],
    ["app/slices.server.ts", /OPTIONAL_EMAILS[^=]*= \[/, "tripsOptionalEmail, "],
    ["app/slices/trip/slice.ts", /needs: \[/, '"email-preference", '],
    ["app/routes/email-previews.ts", /^/, 'import { tripsEmail } from "#app/slices/trip/trips-email.ts";\n'],
    ["app/routes/email-previews.ts", /new Map<string, EmailPreview>\(\[/, preview],
    ...globSync("locales/*/trip.json", { cwd: root }).map(
      (file): Insertion => [file, /^\{/, `${texts.trimEnd()},`],
    ),
  ];
  for (const [file, behind, code] of places) {
    const text = read(file);
    if (!behind.test(text)) throw new Error(`${file} has no ${behind}`);
    write(
      file,
      text.replace(behind, (found) => found + code),
    );
  }
}

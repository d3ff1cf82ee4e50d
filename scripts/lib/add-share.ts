import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const RECIPE = "docs/recipes/share-a-row.md";
const SLICE = "app/slices/trip";

/**
 * Does in a copy of the product what docs/recipes/share-a-row.md says, with the code that it shows. The copy has the trips that it is about.
 * @param root the folder of the copy
 * @throws {Error} if the recipe or a file is not as expected
 */
export function addShareOfRecipe(root: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const blocks = [...read(RECIPE).matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const [column, sharePage, sharedPage, ownRoute, publicRoute, page, strings, button, access, test] =
    blocks as [string, string, string, string, string, string, string, string, string, string];
  if (blocks.length !== 10) throw new Error(`${RECIPE} is not as expected.`);

  write(`${SLICE}/routes/trip-share.tsx`, sharePage);
  write(`${SLICE}/routes/trip-shared.tsx`, sharedPage);
  write("tests/integration/trips-link.test.ts", test);
  const places: [file: string, where: string, code: string][] = [
    [`${SLICE}/trips.table.ts`, "timestamps }", "timestamp, timestamps }"],
    [`${SLICE}/trips.table.ts`, "...timestamps,", `${column}...timestamps,`],
    ["app/routes.ts", '    route("app/trips/:id/update"', `${ownRoute}    route("app/trips/:id/update"`],
    ["app/routes.ts", '  layout("routes/app-layout.tsx"', `${publicRoute}  layout("routes/app-layout.tsx"`],
    [`${SLICE}/slice.ts`, '["/app/trips/:id/update"', `${page}["/app/trips/:id/update"`],
    [`${SLICE}/slice.ts`, '"/app/trips": ["manager"]', strings.trimEnd().replace(/,$/, "")],
    [`${SLICE}/routes/trip.tsx`, '<Form method="post">', `${button}<Form method="post">`],
    ["tests/access/trips.ts", '"/app/trips/:id/update"', `${access}"/app/trips/:id/update"`],
    ["docs/privacy.md", "`title_key`, `created_at`", "`title_key`, `shared_at`, `created_at`"],
  ];
  for (const [file, where, code] of places) {
    const text = read(file);
    const changed = text.replace(where, code);
    if (changed === text) throw new Error(`${file} has no ${where}`);
    write(file, changed);
  }
}

// npm run routes: lists all URLs, each with its room or slice, and its guards in order.
import { Node, Project } from "ts-morph";
import { ROUTES } from "./lib/routes.ts";

const project = new Project({ skipAddingFilesFromTsConfig: true });

/** The guards of a route's or layout's module: the elements of its `middleware`. */
function guardsOf(file: string): string[] {
  const listed = project.addSourceFileAtPath(file).getVariableDeclaration("middleware")?.getInitializer();
  if (!Node.isArrayLiteralExpression(listed)) return [];
  return listed.getElements().map((guard) => {
    const text = guard.getText();
    // Arguments that take several lines are left out. They can be read in the file.
    return Node.isCallExpression(guard) && text.includes("\n")
      ? `${guard.getExpression().getText()}(...)`
      : text;
  });
}

/** The place of app/slices/book/routes/... is "slices/book", that of app/routes/login.tsx is "routes". */
const placeOf = (file: string): string => /^app\/(routes|[^/]+\/[^/]+)/.exec(file)?.[1] ?? file;

const rows = ROUTES.map(({ path, files }) => ({
  path,
  place: placeOf(files.at(-1) ?? ""),
  guards: files.flatMap(guardsOf).join(", ") || "-",
}));
const widest = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
const pathWidth = widest(rows.map(({ path }) => path));
const placeWidth = widest(rows.map(({ place }) => place));
for (const { path, place, guards } of rows) {
  console.log(`${path.padEnd(pathWidth)}  ${place.padEnd(placeWidth)}  ${guards}`);
}

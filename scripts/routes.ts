// npm run routes: the whole URL tree, each path with the room or slice that it comes from, and its guards in their order.
import { Node, Project } from "ts-morph";
import { ROUTES } from "./lib/routes.ts";

const project = new Project({ skipAddingFilesFromTsConfig: true });

/** The guards of a route's module, or of a layout's: what its `middleware` lists. */
function guardsOf(file: string): string[] {
  const listed = project.addSourceFileAtPath(file).getVariableDeclaration("middleware")?.getInitializer();
  if (!Node.isArrayLiteralExpression(listed)) return [];
  return listed.getElements().map((guard) => {
    const text = guard.getText();
    // What a function asks is in the file.
    return Node.isCallExpression(guard) && text.includes("\n")
      ? `${guard.getExpression().getText()}(...)`
      : text;
  });
}

/** app/slices/book/routes/... is of "slices/book", app/routes/login.tsx of "routes". */
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

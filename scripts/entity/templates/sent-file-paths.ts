import type { EntityDefinition } from "../definition.ts";

// Where the pages of the pictures and other files of an entity are, and what else names them by their paths.

type RoutePage = [page: string, file: string];

/** The pages that change its files, as app/routes.ts has them: behind the address of its rows, with their files. */
export const sentFilePages = ({ name, files }: EntityDefinition): RoutePage[] =>
  files.flatMap(({ kebab }): RoutePage[] => [
    [`/:id/${kebab}`, `${name}-${kebab}`],
    [`/:id/${kebab}/file`, `${name}-${kebab}-file`],
  ]);

/** What sends its documents. */
export const downloadPages = ({ name, documents }: EntityDefinition): RoutePage[] =>
  documents.map(({ kebab }) => [`/:id/${kebab}/download`, `${name}-${kebab}-download`]);

/** The path of each page that changes a file. */
export const sentFilePaths = (entity: EntityDefinition): string[] =>
  sentFilePages(entity).map(([page]) => `/${areaOf(entity)}/${entity.plural}${page}`);

/** The path of each that sends a document. Rows that administrators manage are read in the area of readers, too. */
export const downloadPaths = (entity: EntityDefinition): string[] =>
  (entity.owner ? [areaOf(entity)] : ["app", "manager"]).flatMap((area) =>
    downloadPages(entity).map(([page]) => `/${area}/${entity.plural}${page}`),
  );

/** What the slice says of the paths that take files. */
export const sentFileDeclarations = (entity: EntityDefinition): string =>
  entity.files.length > 0
    ? `\n  uploads: [${entity.files
        .map(({ kebab }) => `"/${areaOf(entity)}/${entity.plural}/:id/${kebab}/*"`)
        .join(", ")}],`
    : "";

const areaOf = ({ owner }: EntityDefinition) =>
  owner === "organisation" ? "app/o/:slug" : owner ? "app" : "manager";

/** What leads to the page of each file, on the page of a row. @param link makes the code of a link to a path */
export const sentFileLinks = (
  { name, files }: EntityDefinition,
  link: (page: string, label: string) => string,
): string => files.map((file) => link(`/:id/${file.kebab}`, `{t("${name}:fields.${file.name}")}`)).join("\n");

/** The lines of the access matrix. @param changes, reads what holds for who changes a row, and for who sees it */
export const sentFileRules = (
  entity: EntityDefinition,
  { changes, reads, form = "" }: { changes: string; reads: string; form?: string },
): string =>
  [
    ...sentFilePaths(entity).map((path) =>
      path.endsWith("/file")
        ? `"${path}": { ${changes}, answer: 400, forms: [{ answer: 400, audited: false${form} }] },`
        : `"${path}": { ${changes}, shows: true, intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is none: nothing happens, and nothing is logged.
      forms: [{ intent: "remove-file", audited: false${form} }] },`,
    ),
    ...downloadPaths(entity).map((path) => `"${path}": { ${reads}, answer: 404 },`),
  ].join("\n");

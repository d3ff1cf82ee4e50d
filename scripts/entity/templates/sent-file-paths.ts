import type { EntityDefinition } from "../definition.ts";

// The paths of an entity's pictures and other uploads, and the code that lists these paths.

type RoutePage = [page: string, file: string];

/** The pages that change its files, as in app/routes.ts: the path after that of the rows, and the file of the route. */
export const sentFilePages = ({ name, files }: EntityDefinition): RoutePage[] =>
  files.flatMap(({ kebab }): RoutePage[] => [
    [`/:id/${kebab}`, `${name}-${kebab}`],
    [`/:id/${kebab}/file`, `${name}-${kebab}-file`],
  ]);

/** The routes that send its documents. */
export const downloadPages = ({ name, documents }: EntityDefinition): RoutePage[] =>
  documents.map(({ kebab }) => [`/:id/${kebab}/download`, `${name}-${kebab}-download`]);

/** The path of each page that changes a file. */
export const sentFilePaths = (entity: EntityDefinition): string[] =>
  sentFilePages(entity).map(([page]) => `/${areaOf(entity)}/${entity.plural}${page}`);

/** The path of each route that sends a document. Rows that administrators manage are read in the readers' area, too. */
export const downloadPaths = (entity: EntityDefinition): string[] =>
  (entity.owner ? [areaOf(entity)] : ["app", "manager"]).flatMap((area) =>
    downloadPages(entity).map(([page]) => `/${area}/${entity.plural}${page}`),
  );

/** The slice's declaration of the paths that accept uploads. */
export const sentFileDeclarations = (entity: EntityDefinition): string =>
  entity.files.length > 0
    ? `\n  uploads: [${entity.files
        .flatMap(({ kebab, name }) => [
          `"/${areaOf(entity)}/${entity.plural}/:id/${kebab}/*"`,
          `"/api/v1/${entity.owner === "organisation" ? `organisations/:id/${entity.plural}/:${entity.name}Id` : `${entity.plural}/:id`}/${name}"`,
        ])
        .join(", ")}],`
    : "";

const areaOf = ({ owner }: EntityDefinition) =>
  owner === "organisation" ? "app/o/:slug" : owner ? "app" : "manager";

/** The links to the page of each file, on the page of a row. @param link makes the code of a link to a path */
export const sentFileLinks = (
  { name, files }: EntityDefinition,
  link: (page: string, label: string) => string,
): string => files.map((file) => link(`/:id/${file.kebab}`, `{t("${name}:fields.${file.name}")}`)).join("\n");

/**
 * The lines of the access matrix. They contain the rules for users who may change a row (`changes`), and for
 * users who may see it (`reads`).
 */
export const sentFileRules = (
  entity: EntityDefinition,
  { changes, reads, form = "" }: { changes: string; reads: string; form?: string },
): string =>
  [
    ...sentFilePaths(entity).map((path) =>
      path.endsWith("/file")
        ? `"${path}": { ${changes}, answer: 400, forms: [{ answer: 400, audited: false${form} }] },`
        : `"${path}": { ${changes}, shows: true, intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is no file: nothing happens, and nothing is logged.
      forms: [{ intent: "remove-file", audited: false${form} }] },`,
    ),
    ...downloadPaths(entity).map((path) => `"${path}": { ${reads}, answer: 404 },`),
  ].join("\n");

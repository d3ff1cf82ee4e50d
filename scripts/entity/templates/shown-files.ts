import type { EntityDefinition } from "../definition.ts";
import { kindOf, moduleOf } from "./sent-files.ts";

// The code that shows the pictures and documents of an entity, in its lists and on the page of a row.

/** The code that finds a row with its files. @param find finds the row alone */
export const foundWithFiles = ({ Name, files }: EntityDefinition, find: string): string =>
  files.length > 0 ? `with${Name}Files(context, params.id, ${find})` : find;

/** The import for it. */
export const foundImport = (entity: EntityDefinition): string =>
  entity.files.length > 0 ? `import { with${entity.Name}Files } from "${moduleOf(entity)}";\n` : "";

/** The column, in a list's query, for the picture that the list shows. */
export const pictureColumn = (entity: EntityDefinition, rows: string): string => {
  const [first] = entity.pictures;
  return first ? `pictureId: pictureIdOf(${kindOf(entity, first)}, ${rows}.id).as("picture_id"), ` : "";
};

/** The imports for it. */
export const pictureColumnImports = (entity: EntityDefinition): string => {
  const [first] = entity.pictures;
  return first
    ? `import { pictureIdOf } from "#app/slices/upload/pictures.server.ts";\nimport { ${kindOf(entity, first)} } from "./${entity.name}-files.server.ts";\n`
    : "";
};

/** The code of a page of a list, with the rows' pictures. @param page the code of the query's result */
export const pageWithPictures = (entity: EntityDefinition, page: string): string => {
  const [first] = entity.pictures;
  return first ? `await withThumbnails(context, ${kindOf(entity, first)}, ${page})` : page;
};

/** The imports of a list's module for its rows' pictures. */
export const listImports = (entity: EntityDefinition): string => {
  const [first] = entity.pictures;
  return first
    ? `import { ${kindOf(entity, first)} } from "${moduleOf(entity)}";
import { Thumbnail } from "#app/slices/upload/row-pictures.tsx";
import { withThumbnails } from "#app/slices/upload/pictures.server.ts";\n`
    : "";
};

/**
 * The properties with the path of each document, for the component that shows a row. @param link makes the code of a
 * link to a page
 */
export const documentPaths = ({ documents }: EntityDefinition, link: (page: string) => string): string =>
  documents.map(({ name, kebab }) => ` ${name}Path={${link(`/:id/${kebab}/download`)}}`).join("");

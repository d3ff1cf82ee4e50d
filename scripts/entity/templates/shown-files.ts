import type { EntityDefinition } from "../definition.ts";
import { kindOf, moduleOf } from "./sent-files.ts";

// What shows the pictures and documents of an entity: its lists, and the page of a row.

/** The code that looks a row up, with its files. @param find looks it up */
export const foundWithFiles = ({ Name, files }: EntityDefinition, find: string): string =>
  files.length > 0 ? `with${Name}Files(context, params.id, ${find})` : find;

/** The import of that. */
export const foundImport = (entity: EntityDefinition): string =>
  entity.files.length > 0 ? `import { with${entity.Name}Files } from "${moduleOf(entity)}";\n` : "";

/** The column of a list's query with the picture that the list shows. */
export const pictureColumn = (entity: EntityDefinition, rows: string): string => {
  const [first] = entity.pictures;
  return first ? `pictureId: pictureIdOf(${kindOf(entity, first)}, ${rows}.id).as("picture_id"), ` : "";
};

/** The imports of that. */
export const pictureColumnImports = (entity: EntityDefinition): string => {
  const [first] = entity.pictures;
  return first
    ? `import { pictureIdOf } from "#app/slices/upload/pictures.server.ts";\nimport { ${kindOf(entity, first)} } from "./${entity.name}-files.server.ts";\n`
    : "";
};

/** The code of a list's page of rows, with their pictures. @param page the code of what the query found */
export const pageWithPictures = (entity: EntityDefinition, page: string): string => {
  const [first] = entity.pictures;
  return first ? `await withThumbnails(context, ${kindOf(entity, first)}, ${page})` : page;
};

/** What a list's module imports for its rows' pictures. */
export const listImports = (entity: EntityDefinition): string => {
  const [first] = entity.pictures;
  return first
    ? `import { ${kindOf(entity, first)} } from "${moduleOf(entity)}";
import { Thumbnail } from "#app/slices/upload/row-pictures.tsx";
import { withThumbnails } from "#app/slices/upload/pictures.server.ts";\n`
    : "";
};

/** What the page of a row gives to what shows it: the path of each document. @param link makes the code of a link to a page */
export const documentPaths = ({ documents }: EntityDefinition, link: (page: string) => string): string =>
  documents.map(({ name, kebab }) => ` ${name}Path={${link(`/:id/${kebab}/download`)}}`).join("");

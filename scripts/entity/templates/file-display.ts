import type { EntityDefinition, SentFile } from "../definition.ts";
import { kindOf, moduleOf, pictureIdOf, withFiles } from "./sent-file-names.ts";

// The code that shows the pictures and documents of an entity, in its lists and on the page of a row.

/** The name of the column with the id of a picture's file. */
export const pictureIdColumnName = ({ kebab }: SentFile): string => `${kebab.replaceAll("-", "_")}_id`;

/** The code of the column with the id of a picture's file, in the table. */
export const pictureIdColumn = (picture: SentFile): string =>
  `/** The id of the file of its ${picture.label.toLowerCase()}, if one was sent. */
        ${pictureIdOf(picture)}: text("${pictureIdColumnName(picture)}"),`;

/** The code of the columns with the ids of a row's pictures, in the query that finds the row. */
export const pictureIdColumns = ({ pictures }: EntityDefinition, rows: string): string[] =>
  pictures.map((picture) => `${pictureIdOf(picture)}: ${rows}.${pictureIdOf(picture)},`);

/** The code that finds a row for a page, with its pictures if the entity can have any. @param find finds the row alone */
export const foundWithFiles = (entity: EntityDefinition, find: string): string =>
  entity.files.length > 0 ? withFiles(entity, { context: "context", id: "params.id", find }) : find;

/** The import for the code of {@link foundWithFiles}. */
export const foundImport = (entity: EntityDefinition): string =>
  entity.files.length > 0 ? `import { with${entity.Name}Files } from "${moduleOf(entity)}";\n` : "";

/** The column, in a list's query, for the picture that the list shows. */
export const pictureColumn = ({ pictures: [first] }: EntityDefinition, rows: string): string =>
  first ? `pictureId: ${rows}.${pictureIdOf(first)}, ` : "";

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

/**
 * The cell for the name of a row in the manager's list, with the row's picture if the entity has pictures.
 * @param name the code that shows the name
 */
export const titleCell = ({ pictures }: EntityDefinition, name: string): string =>
  pictures.length > 0
    ? `<div className="flex items-center gap-3"><Thumbnail src={thumbnail} isSmall />${name}</div>`
    : name;

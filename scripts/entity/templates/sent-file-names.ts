import type { EntityDefinition, SentFile } from "../definition.ts";

// The names of an entity's pictures and other files in code.

/** The name of the constant with a file's kind: TRAIL_PHOTO. */
export const kindOf = ({ name }: EntityDefinition, file: SentFile) =>
  `${name}-${file.kebab}`.replaceAll("-", "_").toUpperCase();

/** The module with the kinds of an entity's files. */
export const moduleOf = ({ name }: EntityDefinition) => `#app/slices/${name}/${name}-files.server.ts`;

/** The name of the column with a picture's id: photoId. */
export const pictureIdOf = ({ name }: SentFile): string => `${name}Id`;

/** The code that finds a row with its files. @param id the code for the row's id @param find finds the row alone */
export const withFiles = (
  { Name, documents }: EntityDefinition,
  { context, id, find }: { context: string; id: string; find: string },
): string => `with${Name}Files(${[context, ...(documents.length > 0 ? [id] : []), find].join(", ")})`;

import type { EntityDefinition, SentFile } from "../definition.ts";

// What the code calls the pictures and other files of an entity.

/** TRAIL_PHOTO: what a file is. */
export const kindOf = ({ name }: EntityDefinition, file: SentFile) =>
  `${name}-${file.kebab}`.replaceAll("-", "_").toUpperCase();

/** The module that says what they are. */
export const moduleOf = ({ name }: EntityDefinition) => `#app/slices/${name}/${name}-files.server.ts`;

/** photoId: what a row holds of a picture. */
export const pictureIdOf = ({ name }: SentFile): string => `${name}Id`;

/** The code that looks a row up with its files. @param id the code of the row's id @param find looks it up */
export const withFiles = (
  { Name, documents }: EntityDefinition,
  { context, id, find }: { context: string; id: string; find: string },
): string => `with${Name}Files(${[context, ...(documents.length > 0 ? [id] : []), find].join(", ")})`;

import type { EntityDefinition, SentFile } from "../definition.ts";
import { kindOf, moduleOf, pictureIdOf, withFiles } from "./sent-file-names.ts";
import { changedOf, permissionOf } from "./sent-files.ts";

// The pictures and other files of an entity in responses of the API, and the operations by which programs send them.

/** The imports that the code of this module needs. */
export function apiFileImports({ files, pictures, documents, ...entity }: EntityDefinition): string {
  if (files.length === 0) return "";
  const [first] = pictures;
  const whole = { ...entity, files, pictures, documents };
  const used = [
    ...(documents.length > 0 ? ["answeredDocument"] : []),
    ...(first ? ["answeredPicture"] : []),
    ...(documents.length > 0 ? ["documentSchema"] : []),
    ...(first ? ["pictureSchema"] : []),
  ];
  const isOfOrganisation = entity.owner === "organisation";
  const sent = files.flatMap((file) => [
    kindOf(whole, file),
    ...(isOfOrganisation ? [] : [changedOf(whole, file)]),
  ]);
  const own = new Set([...(first ? [kindOf(whole, first)] : []), ...sent, `with${entity.Name}Files`]);
  const imports = [
    `import { ${used.join(", ")} } from "#app/slices/api/files.server.ts";`,
    ...(first ? ['import { placeOfPicture } from "#app/slices/upload/pictures.server.ts";'] : []),
    'import { addFileOperations } from "#app/slices/upload/file-api.server.ts";',
    ...(isOfOrganisation
      ? [
          'import { currentActor } from "#app/identity/audit/audit.server.ts";',
          'import { fileOwner } from "#app/slices/upload/row-files.server.ts";',
          'import type { Context } from "hono";',
          'import { data } from "react-router";',
          ...(first ? ['import type { PictureKind } from "#app/slices/upload/file-kind.ts";'] : []),
        ]
      : []),
    `import { ${[...own].join(", ")} } from "${moduleOf(whole)}";`,
  ];
  return `${imports.join("\n")}\n`;
}

/** The schema of a picture. @param isFirst whether lists show this picture, too */
function pictureCode(picture: SentFile, isFirst: boolean): string {
  const small = 'small: "216 by 144 pixels, as WebP.", ';
  return `${picture.name}: pictureSchema("Its ${picture.label.toLowerCase()}. Null if it has none.", { ${isFirst ? small : ""}large: "1440 by 960 pixels, as WebP." }),`;
}

/** The property for the picture that a list shows, in the schema of the list's response. */
export const listedSchemaPicture = ({ pictures: [first] }: EntityDefinition): string =>
  first ? `${pictureCode(first, true)} ` : "";

/** The properties for all pictures and files, in the schema of the response to a read. */
export const fileSchemas = ({ files, pictures }: EntityDefinition): string =>
  files
    .map((file) =>
      file.type === "image"
        ? pictureCode(file, file === pictures[0])
        : `${file.name}: documentSchema("Its ${file.label.toLowerCase()}. Null if it has none."),`,
    )
    .join("\n");

/**
 * The code that defines `items`, the rows in the response of a list.
 * @param row the name of a row in this code
 * @param more the code of further properties of a row, or ""
 */
export function listedPicture(entity: EntityDefinition, row: string, more: string): string {
  const [first] = entity.pictures;
  if (!first)
    return `const items = page.items.map((${row}) => listedSchema.parse(${more ? `{ ...${row}, ${more} }` : row}));`;
  return `const items = await Promise.all(
      page.items.map(async ({ pictureId, ...${row} }) => {
        const paths = await placeOfPicture(c.env.context, ${kindOf(entity, first)}, pictureId);
        return listedSchema.parse({ ...${row}, ${first.name}: answeredPicture(c.req.url, paths)${more ? `, ${more}` : ""} });
      }),
    );`;
}

/**
 * The code of a function that finds a row and its files, for the response to a read.
 * @param given the names of the function's parameters
 */
export function answeredFiles(entity: EntityDefinition, given: string[]): string {
  const { name, Name, files } = entity;
  if (files.length === 0) return `find${Name}`;
  const find = `find${Name}(${given.join(", ")})`;
  const answered = files.map(({ name: file, type }) =>
    type === "image"
      ? `${file}: answeredPicture(c.req.url, ${name}.${file})`
      : `${file}: answeredDocument(${name}.${file})`,
  );
  return `async (${[...given, "c"].join(", ")}) => {
      const ${name} = await ${withFiles(entity, { context: "c.env.context", id: "id", find })};
      return ${name} && { ...${name}, ${answered.join(", ")} };
    }`;
}

/** The code that adds the operations on the files of an entity. */
export const fileOperations = (entity: EntityDefinition): string =>
  entity.files
    .map(
      (file) => `
  addFileOperations(api, {
    plural: "${entity.plural}",
    at: ${
      entity.owner === "organisation"
        ? `{ path: "/organisations/{id}/${entity.plural}", parameter: "${entity.name}Id" }`
        : `{ path: "/${entity.plural}", parameter: "id" }`
    },
    name: "${entity.Name}${file.name.charAt(0).toUpperCase()}${file.name.slice(1)}",
    field: "${file.name}",
    kind: ${kindOf(entity, file)},
    ${changer(entity, file)}
  });`,
    )
    .join("\n");

/** The code that says who may change a file. */
function changer(entity: EntityDefinition, file: SentFile): string {
  if (entity.owner !== "organisation")
    return `permission: "${permissionOf(entity)}",
    ownerOf: async (c, id) => (await ${changedOf(entity, file)}({ context: c.env.context, params: { id } })).owner,`;
  const holds =
    file.type === "image" ? `, { kind: ${kindOf(entity, file)}, column: "${pictureIdOf(file)}" }` : "";
  return `permission: null,
    bound: true,
    ownerOf: (c, id) => fileOwnerOf(c, id${holds}),`;
}

/** The code of `fileOwnerOf()`, which finds the row of an organisation that owns a file. */
export function fileOwnerFunction(entity: EntityDefinition): string {
  const { name, aName, Name, plural, files, pictures, documents, owner } = entity;
  if (files.length === 0 || owner !== "organisation") return "";
  const column = pictures.map((file) => `"${pictureIdOf(file)}"`).join(" | ");
  const holds =
    pictures.length > 0
      ? `, holds${documents.length > 0 ? "?" : ""}: { kind: PictureKind; column: ${column} }`
      : "";
  return `
/** The owner of the files of ${aName}, in one round trip. @throws a 404 response if the caller has no such ${name} */
async function fileOwnerOf(c: Context<ApiEnv>, id: string${holds}) {
  const { context } = c.env;
  const { read, toWrite } = await organisationRows(c, "${name}", ${plural});
  const found = await read((rows) => find${Name}(context.get(dbContext), rows, id));
  if (!found) throw data(null, { status: 404 });
  const own = await toWrite(await currentActor(context));
  return fileOwner(own, id, { permission: null, action: "${name}.update"${holds && ", holds"} });
}
`;
}

import type { EntityDefinition, SentFile } from "../definition.ts";
import { kindOf, moduleOf, pictureIdOf, withFiles } from "./sent-file-names.ts";
import { changedOf, permissionOf } from "./sent-files.ts";

// The pictures and other files of an entity in responses of the API, and the operations by which programs send them.

/** What it imports for that. */
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
  return `import { ${used.join(", ")} } from "#app/slices/api/files.server.ts";
${first ? 'import { placeOfPicture } from "#app/slices/upload/pictures.server.ts";\n' : ""}import { addFileOperations } from "#app/slices/upload/file-api.server.ts";
${isOfOrganisation ? 'import { currentActor } from "#app/identity/audit/audit.server.ts";\nimport { rowWithFiles } from "#app/slices/upload/row-files.server.ts";\n' : ""}import { ${[...own].join(", ")} } from "${moduleOf(whole)}";
`;
}

/** The schema of a picture. @param isFirst whether it is the one that lists show, too */
function pictureCode(picture: SentFile, isFirst: boolean): string {
  const small = 'small: "216 by 144 pixels, as WebP.", ';
  return `${picture.name}: pictureSchema("Its ${picture.label.toLowerCase()}. Null if it has none.", { ${isFirst ? small : ""}large: "1440 by 960 pixels, as WebP." }),`;
}

/** What a list says of the picture that it shows. */
export const listedSchemaPicture = ({ pictures: [first] }: EntityDefinition): string =>
  first ? `${pictureCode(first, true)} ` : "";

/** What a read says of all of them. */
export const fileSchemas = ({ files, pictures }: EntityDefinition): string =>
  files
    .map((file) =>
      file.type === "image"
        ? pictureCode(file, file === pictures[0])
        : `${file.name}: documentSchema("Its ${file.label.toLowerCase()}. Null if it has none."),`,
    )
    .join("\n");

/** The code that makes the items of a list's answer. @param row what it calls a row @param more the code of other values of it */
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

/** The code that finds a row as a read answers with it. @param given what it is given to find it */
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

/** The code that adds the operations on its files. */
export const fileOperations = (entity: EntityDefinition): string =>
  entity.files
    .map(
      (file) => `
  addFileOperations(api, {
    plural: "${entity.plural}",
    ${placeAndOwner(entity, file)}
    name: "${entity.Name}${file.name.charAt(0).toUpperCase()}${file.name.slice(1)}",
    field: "${file.name}",
    kind: ${kindOf(entity, file)},
  });`,
    )
    .join("\n");

/** Where the rows of a file are, and who may change it. */
function placeAndOwner(entity: EntityDefinition, file: SentFile): string {
  const { name, plural } = entity;
  if (entity.owner !== "organisation")
    return `at: { path: "/${plural}", parameter: "id" },
    permission: "${permissionOf(entity)}",
    ownerOf: async (c, id) => (await ${changedOf(entity, file)}({ context: c.env.context, params: { id } })).owner,`;
  const holds =
    file.type === "image" ? `, holds: { kind: ${kindOf(entity, file)}, column: "${pictureIdOf(file)}" }` : "";
  return `at: { path: "/organisations/{id}/${plural}", parameter: "${name}Id" },
    permission: null,
    bound: true,
    ownerOf: async (c, id) => {
      const { toWrite } = await organisationRows(c, "${name}", ${plural});
      const own = await toWrite(await currentActor(c.env.context));
      return rowWithFiles(c.env.context, own, id, { permission: null, action: "${name}.update"${holds} });
    },`;
}

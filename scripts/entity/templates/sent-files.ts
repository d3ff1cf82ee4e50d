import type { EntityDefinition, SentFile } from "../definition.ts";
import { guardOf, linkTo, reading } from "./owner.ts";
import { kindOf, moduleOf, pictureIdOf, withFiles } from "./sent-file-names.ts";

// The pictures and other uploads of an entity (docs/recipes/take-a-picture.md): their kinds and owners, and their
// pages.

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of the function that finds a row's file for its forms: trailPhoto. */
export const changedOf = ({ name }: EntityDefinition, file: SentFile) => `${name}${capital(file.name)}`;

/** The permission to change the files of rows that belong to nobody, or to a user. */
export const permissionOf = ({ name, owner }: EntityDefinition) => `${name}:${owner ? "own" : "update"}`;

/** The code of a link to a page of a row. @param page "" or "/photo", after the row's own path */
function linkToRow(entity: EntityDefinition, page: string): string {
  if (entity.owner) return linkTo(entity, `/:id${page}`, "params.id");
  return `href("/manager/${entity.plural}/:id${page}", params)`;
}

/** The code of a file's kind. @param isFirst whether lists show this picture, too */
function kindCode(entity: EntityDefinition, file: SentFile, isFirst: boolean): string {
  const { name, aName } = entity;
  const what = `/** The ${file.label.toLowerCase()} of ${aName}`;
  if (file.type === "file")
    return `${what}, for everyone who sees the row. */
export const ${kindOf(entity, file)}: DocumentKind = {
  name: "${name}-${file.kebab}",
  maxMegabytes: 10,
  types: DOCUMENT_TYPES,
};`;
  return `${what}${isFirst ? ": in a list, and on its page" : ""}. */
export const ${kindOf(entity, file)}: PictureKind<${isFirst ? '"small" | ' : ""}"large"> = {
  name: "${name}-${file.kebab}",
  maxMegabytes: 10,
  types: PICTURE_TYPES,
  sizes: { ${isFirst ? "small: { width: 216, height: 144 }, " : ""}large: { width: 1440, height: 960 } },
};`;
}

/** The kinds and owners of an entity's files. */
export function sentFilesModule(entity: EntityDefinition): string {
  const { name, aName, Name, AName, plural, title, owner, files, pictures, documents } = entity;
  const kinds = files.map((file) => kindCode(entity, file, file === pictures[0]));
  const ids = pictures.map(pictureIdOf);
  const placed = pictures.map(
    (file) => `${file.name}: await placeOfPicture(context, ${kindOf(entity, file)}, ${pictureIdOf(file)})`,
  );
  const sought = documents.map((file) => `findDocumentOf(context, ${kindOf(entity, file)}, id)`);
  const row =
    documents.length > 0
      ? `const [row, ${documents.map((file) => file.name).join(", ")}] = await Promise.all([${[name, ...sought].join(", ")}]);`
      : `const row = await ${name};`;
  const withFilesCode = `export async function with${Name}Files<Row${pictures.length > 0 ? ` extends { ${ids.map((id) => `${id}: string | null`).join("; ")} }` : ""}>(context: Context, ${documents.length > 0 ? "id: string, " : ""}${name}: Promise<Row | null>) {
  ${row}
  ${
    pictures.length > 0
      ? `if (!row) return null;
  const { ${ids.join(", ")}, ...shown } = row;
  return { ...shown, ${[...placed, ...documents.map((file) => file.name)].join(", ")} };`
      : `return row && { ...row, ${documents.map((file) => file.name).join(", ")} };`
  }
}`;
  const holds = (file: SentFile) =>
    file.type === "image" ? `, { kind: ${kindOf(entity, file)}, column: "${pictureIdOf(file)}" }` : "";
  const column = ids.map((id) => `"${id}"`).join(" | ");
  const changed = files.map(
    (
      file,
    ) => `/** The ${file.label.toLowerCase()} of ${aName}, for its forms. @throws a 404 response if the reader has no such ${name} */
export const ${changedOf(entity, file)} = async ({ context, params }: Changing): Promise<ChangedFile> => ({
  kind: ${kindOf(entity, file)},
  owner: await fileOwnerOf({ context, params }${holds(file)}),
  here: ${linkToRow(entity, `/${file.kebab}`)},
  to: ${linkToRow(entity, "")},
});`,
  );
  const kindTypes = [
    ...(documents.length > 0 ? ["DocumentKind"] : []),
    ...(pictures.length > 0 ? ["PictureKind"] : []),
  ];
  return `import { href, type RouterContextProvider } from "react-router";
${owner === "user" ? 'import { viewerContext } from "#app/context.ts";\nimport { rowsOf } from "#app/core/db/owned.ts";\n' : ""}${owner === "organisation" ? 'import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";\n' : ""}import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
${documents.length > 0 ? 'import { DOCUMENT_TYPES } from "#app/slices/upload/document-types.ts";\nimport { findDocumentOf } from "#app/slices/upload/documents.server.ts";\n' : ""}import type { ${kindTypes.join(", ")} } from "#app/slices/upload/file-kind.ts";
${pictures.length > 0 ? 'import { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";\nimport { placeOfPicture } from "#app/slices/upload/pictures.server.ts";\n' : ""}import { rowWithFiles } from "#app/slices/upload/row-files.server.ts";
import type { ChangedFile } from "#app/slices/upload/upload-page.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Changing {
  context: Context;
  params: { id: string${owner === "organisation" ? "; slug: string" : ""} };
}

${kinds.join("\n\n")}

/** ${AName} with its files, in one round trip; null if it does not exist. @param ${name} the query that finds it */
${withFilesCode}

${changed.join("\n\n")}

/** ${AName} as the owner of its files, and who may change them.${pictures.length > 0 ? " @param holds the picture that changes, and the column with its id" : ""} */
async function fileOwnerOf({ context, params }: Changing${pictures.length > 0 ? `, holds${documents.length > 0 ? "?" : ""}: { kind: PictureKind; column: ${column} }` : ""}) {
  ${ownerCode(entity, title.name)}
}
`;
}

function ownerCode(entity: EntityDefinition, title: string): string {
  const { name, plural, owner, pictures } = entity;
  const holds = pictures.length > 0 ? ", holds" : "";
  if (owner === "organisation")
    return `const { own } = await writableRowsIn(context, ${plural}, params.slug, "${name}:write");
  return rowWithFiles(context, own, params.id, { permission: null, action: "${name}.update"${holds} });`;
  if (owner === "user")
    return `const { id: userId } = await context.get(viewerContext);
  const own = rowsOf(${plural}, userId);
  return rowWithFiles(context, own, params.id, { permission: "${permissionOf(entity)}", action: "${name}.update", userId${holds} });`;
  return `return rowWithFiles(context, ${plural}, params.id, {
    permission: "${permissionOf(entity)}",
    action: "${name}.update",
    label: ${plural}.${title},${holds && "\n    holds,"}
  });`;
}

/**
 * The code that finds a row with its files, in a variable with the entity's name, and its imports.
 * @param changed the file that the page changes; null for a page that only reads
 */
function finding(entity: EntityDefinition, changed: SentFile | null): { imports: string; code: string } {
  const { name, Name, plural, owner, isPublic } = entity;
  const db = "context.get(dbContext)";
  const found = (find: string) => withFiles(entity, { context: "context", id: "params.id", find });
  const used = [
    ...(changed ? [kindOf(entity, changed), changedOf(entity, changed)] : []),
    `with${Name}Files`,
  ];
  const files = `import { ${used.join(", ")} } from "${moduleOf(entity)}";`;
  const queries = `#app/slices/${name}/${name}.server.ts`;
  const table = `import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";`;
  if (!owner)
    return {
      imports: `import { find${Name} } from "${queries}";\n${files}`,
      code: `const ${name} = await ${found(`find${Name}(${db}, params.id)`)};`,
    };
  if (isPublic && !changed)
    return {
      imports: `import { readOwn } from "#app/identity/session/session.server.ts";
import { findPublic${Name} } from "${queries}";\n${files}`,
      code: `const { now } = context.get(platformContext);
  const ${name} = await readOwn(context, (reader) => ${found(`findPublic${Name}(${db}, params.id, { reader, now })`)});`,
    };
  const imports =
    owner === "organisation"
      ? `import { readOrganisation${changed ? ", requirePermissionIn" : ""} } from "#app/slices/organisation/membership.server.ts";
import { rowsIn } from "#app/slices/organisation/owned-by-organisation.ts";`
      : `import { rowsOfOwner } from "#app/core/db/owned.ts";\nimport { readOwn } from "#app/identity/session/session.server.ts";`;
  const query = (rows: string) => found(`find${Name}(${db}, ${rows}, params.id)`);
  return {
    imports: `${imports}\nimport { find${Name} } from "${queries}";\n${files}\n${table}`,
    code: reading(entity, name, query, changed !== null),
  };
}

/** The page with the form for a file. */
export function sentFilePage(entity: EntityDefinition, file: SentFile): string {
  const { name, Name, title, owner } = entity;
  const { name: field, kebab, type } = file;
  const isOfOrganisation = owner === "organisation";
  const { imports, code } = finding(entity, file);
  const isPicture = type === "image";
  const [variable, Page] = isPicture ? ["picture", "PicturePage"] : ["document", "DocumentPage"];
  const shown = isPicture
    ? `picture={picture && <LargePicture src={picture.large} alt={label} />}
        shape="wide"
        isThere={picture !== null}`
    : "document={document}";
  return `import { data, href } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
${isOfOrganisation ? "" : 'import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";\n'}${imports}
import { ${Page} } from "#app/slices/upload/${isPicture ? "picture" : "document"}-page.tsx";
${isPicture ? 'import { LargePicture } from "#app/slices/upload/row-pictures.tsx";\n' : ""}import { limitOf } from "#app/slices/upload/save-file.server.ts";
import { changeFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/${name}-${kebab}.ts";

${guardFor(entity)}export async function loader({ context${isOfOrganisation ? ", url" : ""}, params }: Route.LoaderArgs) {
  const maxMegabytes = limitOf(context, ${kindOf(entity, file)});
  ${code}
  ${isOfOrganisation ? `requirePermissionIn(context, membership, "${name}:write");\n` : ""}if (!${name}) throw data(null, { status: 404 });
  return { title: ${name}.${title.name}, ${variable}: ${name}.${field}, maxMegabytes };
}

export const action = (page: Route.ActionArgs) => changeFile(page, ${changedOf(entity, file)});

export default function ${Name}${capital(field)}({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { title, ${variable}, maxMegabytes } = loaderData;
  ${isPicture ? `const label = t("${name}:fields.${field}");\n  ` : ""}return (
    <div className="max-w-xl">
      <${Page}
        title={${isPicture ? "label" : `t("${name}:fields.${field}")`}}
        description={title}
        ${shown}
        ${isPicture ? "" : `downloadFrom={${linkToRow(entity, `/${kebab}/download`)}}\n        `}maxMegabytes={maxMegabytes}
        lastResult={actionData}
        sendTo={${linkToRow(entity, `/${kebab}/file`)}}
        back={${linkToRow(entity, "")}}
      />
    </div>
  );
}
`;
}

/** The route to which script uploads the file. */
export function sentFileRoute(entity: EntityDefinition, file: SentFile): string {
  const { name, owner } = entity;
  return `${owner === "organisation" ? "" : 'import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";\n'}import { ${changedOf(entity, file)} } from "${moduleOf(entity)}";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/${name}-${file.kebab}-file.ts";

${guardFor(entity)}export const action = (page: Route.ActionArgs) => sendFile(page, ${changedOf(entity, file)});
`;
}

/** The route that sends a document to readers who may see its row. */
export function downloadRoute(entity: EntityDefinition, file: SentFile): string {
  const { name, owner, isPublic } = entity;
  const { imports, code } = finding(entity, null);
  const guard = owner && !isPublic ? guardOf(entity) : guardLine(`${name}:read`);
  const isOfOrganisation = owner === "organisation";
  return `import { dbContext${isPublic ? ", platformContext" : ""} } from "#app/context.ts";
${guard ? 'import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";\n' : ""}${imports}
import { sendDocument } from "#app/slices/upload/documents.server.ts";
import type { Route } from "./+types/${name}-${file.kebab}-download.ts";

${guard}export async function loader({ request, context${isOfOrganisation ? ", url" : ""}, params }: Route.LoaderArgs) {
  ${code}
  return sendDocument({ request, context }, ${name}?.${file.name});
}
`;
}

const guardLine = (permission: string) =>
  `export const middleware = [requirePermissionInParallel("${permission}")];\n\n`;

const guardFor = (entity: EntityDefinition) =>
  entity.owner ? guardOf(entity) : guardLine(permissionOf(entity));

import type { EntityDefinition, Picture } from "../definition.ts";
import { guardOf, linkTo, reading } from "./owner.ts";

// The pictures of an entity (docs/recipes/take-a-picture.md): what they are and who changes them, and their pages.

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** TRAIL_PHOTO: what a picture is. */
export const kindOf = ({ name }: EntityDefinition, picture: Picture) =>
  `${name}-${picture.kebab}`.replaceAll("-", "_").toUpperCase();

/** trailPhoto: what gives the picture of a row to its forms. */
const changedOf = ({ name }: EntityDefinition, picture: Picture) => `${name}${capital(picture.name)}`;

export const moduleOf = ({ name }: EntityDefinition) => `#app/slices/${name}/${name}-pictures.server.ts`;

/** What it takes to change the pictures of rows that belong to nobody, or to a person. */
const permissionOf = ({ name, owner }: EntityDefinition) => `${name}:${owner ? "own" : "update"}`;

/** The code of a link to a page of a row. @param page "" or "/photo", behind its address */
function linkToRow(entity: EntityDefinition, page: string): string {
  if (entity.owner) return linkTo(entity, `/:id${page}`, "params.id");
  return `href("/manager/${entity.plural}/:id${page}", params)`;
}

export function picturesModule(entity: EntityDefinition): string {
  const { name, aName, Name, AName, plural, title, owner, pictures } = entity;
  const names = pictures.map((picture) => picture.name);
  const kinds = pictures.map(
    (
      picture,
      n,
    ) => `/** The ${picture.label.toLowerCase()} of ${aName}${n === 0 ? ": in a list, and on its page" : ""}. */
${n === 0 ? "export " : ""}const ${kindOf(entity, picture)}: PictureKind<${n === 0 ? '"small" | ' : ""}"large"> = {
  name: "${name}-${picture.kebab}",
  maxMegabytes: 10,
  types: PICTURE_TYPES,
  sizes: { ${n === 0 ? "small: { width: 216, height: 144 }, " : ""}large: { width: 1440, height: 960 } },
};`,
  );
  const found = pictures.map((picture) => `findPictureOf(context, ${kindOf(entity, picture)}, id)`);
  const changed = pictures.map(
    (
      picture,
    ) => `/** The ${picture.label.toLowerCase()} of ${aName}, for the forms that change it. @throws a 404 response to whoever has no such ${name} */
export const ${changedOf(entity, picture)} = async ({ context, params }: Changing): Promise<ChangedPicture> => ({
  kind: ${kindOf(entity, picture)},
  owner: await fileOwnerOf({ context, params }),
  here: ${linkToRow(entity, `/${picture.kebab}`)},
  to: ${linkToRow(entity, "")},
});`,
  );
  return `import { href, type RouterContextProvider } from "react-router";
${owner === "user" ? 'import { viewerContext } from "#app/context.ts";\nimport { rowsOf } from "#app/core/db/owned.ts";\n' : ""}${owner === "organisation" ? 'import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";\n' : ""}import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { ChangedPicture } from "#app/slices/upload/picture-page.server.ts";
import { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";
import { rowWithFiles } from "#app/slices/upload/row-files.server.ts";
import { findPictureOf, type PictureKind } from "#app/slices/upload/save-picture.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Changing {
  context: Context;
  params: { id: string${owner === "organisation" ? "; slug: string" : ""} };
}

${kinds.join("\n\n")}

/** ${AName} that is being looked for, with where its pictures are; null if it is not there. One round trip. */
export async function with${Name}Pictures<Row>(context: Context, id: string, ${name}: Promise<Row | null>) {
  const [row, ${names.join(", ")}] = await Promise.all([${[name, ...found].join(", ")}]);
  return row && { ...row, ${names.join(", ")} };
}

${changed.join("\n\n")}

/** ${AName} as the owner of its pictures: who may change it. */
async function fileOwnerOf({ context, params }: Changing) {
  ${ownerCode(entity, title.name)}
}
`;
}

function ownerCode(entity: EntityDefinition, title: string): string {
  const { name, plural, owner } = entity;
  if (owner === "organisation")
    return `const { own } = await writableRowsIn(context, ${plural}, params.slug, "${name}:write");
  return rowWithFiles(context, own, params.id, { permission: null, action: "${name}.update" });`;
  if (owner === "user")
    return `const { id: userId } = await context.get(viewerContext);
  const own = rowsOf(${plural}, userId);
  return rowWithFiles(context, own, params.id, { permission: "${permissionOf(entity)}", action: "${name}.update", userId });`;
  return `return rowWithFiles(context, ${plural}, params.id, {
    permission: "${permissionOf(entity)}",
    action: "${name}.update",
    label: ${plural}.${title},
  });`;
}

export function picturePage(entity: EntityDefinition, picture: Picture): string {
  const { name, Name, plural, title, owner } = entity;
  const { name: field, kebab } = picture;
  const isOfOrganisation = owner === "organisation";
  const find = (rows: string) =>
    `with${Name}Pictures(context, params.id, find${Name}(context.get(dbContext)${rows && `, ${rows}`}, params.id))`;
  const read = owner ? reading(entity, name, find) : `const ${name} = await ${find("")};`;
  const imports = isOfOrganisation
    ? `import { readOrganisation, requirePermissionIn } from "#app/slices/organisation/membership.server.ts";
import { rowsIn } from "#app/slices/organisation/owned-by-organisation.ts";`
    : `import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
${owner ? 'import { rowsOfWhom } from "#app/core/db/owned.ts";\nimport { readOwn } from "#app/identity/session/session.server.ts";' : ""}`;
  return `import { data, href } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
${imports.trimEnd()}
import { find${Name} } from "#app/slices/${name}/${name}.server.ts";
import { ${changedOf(entity, picture)}, with${Name}Pictures } from "${moduleOf(entity)}";
${owner ? `import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";\n` : ""}import { changePicture } from "#app/slices/upload/picture-page.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { LargePicture } from "#app/slices/upload/row-pictures.tsx";
import type { Route } from "./+types/${name}-${kebab}.ts";

${guardFor(entity)}export async function loader({ context${isOfOrganisation ? ", url" : ""}, params }: Route.LoaderArgs) {
  ${read}
  ${isOfOrganisation ? `requirePermissionIn(context, membership, "${name}:write");\n` : ""}if (!${name}) throw data(null, { status: 404 });
  return { title: ${name}.${title.name}, picture: ${name}.${field} };
}

export const action = (page: Route.ActionArgs) => changePicture(page, ${changedOf(entity, picture)});

export default function ${Name}${capital(field)}({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { title, picture } = loaderData;
  const label = t("${name}:fields.${field}");
  return (
    <div className="max-w-xl">
      <PicturePage
        title={label}
        description={title}
        picture={picture && <LargePicture src={picture.large} alt={label} />}
        shape="wide"
        isThere={picture !== null}
        lastResult={actionData}
        sendTo={${linkToRow(entity, `/${kebab}/file`)}}
        back={${linkToRow(entity, "")}}
      />
    </div>
  );
}
`;
}

/** What takes the file from script. */
export function pictureFileRoute(entity: EntityDefinition, picture: Picture): string {
  const { name, owner } = entity;
  return `${owner === "organisation" ? "" : 'import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";\n'}import { ${changedOf(entity, picture)} } from "${moduleOf(entity)}";
import { sendPicture } from "#app/slices/upload/picture-page.server.ts";
import type { Route } from "./+types/${name}-${picture.kebab}-file.ts";

${guardFor(entity)}export const action = (page: Route.ActionArgs) => sendPicture(page, ${changedOf(entity, picture)});
`;
}

const guardFor = (entity: EntityDefinition) =>
  entity.owner
    ? guardOf(entity)
    : `export const middleware = [requirePermissionInParallel("${permissionOf(entity)}")];\n\n`;

/** The pages of its pictures, as app/routes.ts has them: behind the address of its rows, with their files. */
export const picturePages = ({ name, pictures }: EntityDefinition): [page: string, file: string][] =>
  pictures.flatMap(({ kebab }) => [
    [`/:id/${kebab}`, `${name}-${kebab}`],
    [`/:id/${kebab}/file`, `${name}-${kebab}-file`],
  ]);

/** The path of each of those. */
export const picturePaths = (entity: EntityDefinition): string[] =>
  picturePages(entity).map(([page]) => `/${areaOf(entity)}/${entity.plural}${page}`);

/** What the slice says of the paths that take files. */
export const pictureDeclarations = (entity: EntityDefinition): string =>
  entity.pictures.length > 0
    ? `\n  uploads: [${picturePaths(entity)
        .map((path) => `"${path}"`)
        .join(", ")}],`
    : "";

const areaOf = ({ owner }: EntityDefinition) =>
  owner === "organisation" ? "app/o/:slug" : owner ? "app" : "manager";

/** What leads to the page of each picture, on the page of a row. @param link makes the code of a link to a path */
export const pictureLinks = (
  { name, pictures }: EntityDefinition,
  link: (page: string, label: string) => string,
): string =>
  pictures
    .map((picture) => link(`/:id/${picture.kebab}`, `{t("${name}:fields.${picture.name}")}`))
    .join("\n");

/** The lines of the access matrix. @param rule what holds for the pages of a row */
export const pictureRules = (entity: EntityDefinition, rule: string): string =>
  picturePaths(entity)
    .map((path) =>
      path.endsWith("/file")
        ? `"${path}": { ${rule}, answer: 400, forms: [{ answer: 400, audited: false }] },`
        : `"${path}": { ${rule}, shows: true, intentsIn: ["app/slices/upload/picture-page.server.ts"],
      // There is none: nothing happens, and nothing is logged.
      forms: [{ intent: "remove-picture", audited: false }] },`,
    )
    .join("\n");

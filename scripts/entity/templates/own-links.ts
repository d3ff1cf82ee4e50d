import type { EntityDefinition, Field } from "../definition.ts";
import { foundImport } from "./file-display.ts";
import { withFiles } from "./sent-file-names.ts";
import { requiredReferences } from "./sent-values.ts";

// Lets owners share a row by a link (docs/recipes/share-a-row.md): the page that makes the link, the shared page, and
// its tests.

/** The fields that a shared page leaves out until you decide otherwise: long texts, which may contain private notes. */
export const hiddenOf = ({ fields }: EntityDefinition): Field[] =>
  fields.filter(({ type }) => type === "longtext");

/** "its note" or "its note and its diary", for documents that say what a shared page leaves out; "" for nothing. */
export const hiddenInWords = (entity: EntityDefinition): string =>
  [...hiddenOf(entity), ...entity.documents].map(({ label }) => `its ${label.toLowerCase()}`).join(" and ");

/** The owner's page that shares a row by a link. */
export function sharePage({ name, Name, plural, title }: EntityDefinition): string {
  return `import { href } from "react-router";
import { readLink, writeLink } from "#app/identity/link/link.server.ts";
import { LinkPage } from "#app/identity/link/link-page.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { Route } from "./+types/${name}-share.ts";

export const middleware = [requirePermissionInParallel("${name}:own")];

export const loader = (page: Route.LoaderArgs) =>
  readLink(page, ${plural}, { label: "${title.name}", path: href("/shared/${plural}/:id", page.params) });

export const action = (page: Route.ActionArgs) => writeLink(page, ${plural}, "${name}.update");

export default function ${Name}Share({ loaderData, params }: Route.ComponentProps) {
  return <LinkPage {...loaderData} back={href("/app/${plural}/:id", params)} />;
}
`;
}

/** The page that the link opens. */
export function sharedPage(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  const hidden = [...hiddenOf(entity), ...(entity.pictures.length > 0 ? entity.documents : [])].map(
    (field) => `${field.name}: undefined`,
  );
  const find =
    entity.pictures.length > 0
      ? `(db, rows, id) => ${withFiles(entity, { context: "page.context", id: "id", find: `find${Name}(db, rows, id)` })}`
      : `find${Name}`;
  const show = hidden.length > 0 ? `({ ...${name}, ${hidden.join(", ")} })` : name;
  return `import { readLinked } from "#app/identity/link/link.server.ts";
import { LinkedPage } from "#app/identity/link/linked-page.tsx";
import { find${Name} } from "#app/slices/${name}/${name}.server.ts";
${entity.pictures.length > 0 ? foundImport(entity) : ""}import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { Route } from "./+types/${name}-shared.ts";

/** \`show\` decides what anyone with the link sees${hidden.length > 0 ? ": undefined fields never leave the server" : ""}. */
export const loader = (page: Route.LoaderArgs) =>
  readLinked(page, ${plural}, { find: ${find}, show: (${name}) => ${show} });

export default function ${Name}Shared({ loaderData }: Route.ComponentProps) {
  return (
    <LinkedPage linked={loaderData} title={(${name}) => ${name}.${title.name}}>
      {(${name}) => <${Name}Details ${name}={${name}} />}
    </LinkedPage>
  );
}
`;
}

/** The link to the page that shares a row, on the row's page. */
export const shareButton = ({ name, plural }: EntityDefinition): string =>
  `<ButtonLink variant="secondary" to={href("/app/${plural}/:id/share", { id: ${name}.id })}>
            {t("link:open")}
          </ButtonLink>
          `;

/** The lines of the access matrix. */
export const linkRoutes = ({ name, plural }: EntityDefinition): string => `
    "/app/${plural}/:id/share": { who: "${name}:own", owned: true, shows: true, forms: [{ fields: () => ({ isShared: "on" }) }] },
    "/shared/${plural}/:id": { who: "everyone", answer: 404 },`;

/**
 * The pages that axe checks: the page that shares a row with and without a link, the shared page, and the
 * page of a link that has ended.
 */
export const linkChecks = ({ plural }: EntityDefinition): string => `const share = \`\${list}/\${id}/share\`;
    await check(page, share, language);
    await page.getByRole("button", { name: t("link:create") }).click();
    const link = page.locator('a[href*="/shared/${plural}/"]');
    await expect(link).toBeVisible();
    await checkShown(page, \`\${share}, with a link\`, language);
    for (const path of [(await link.getAttribute("href")) ?? "", \`/shared/${plural}/\${id}\`])
      await check(page, path, language);
    `;

const SHOWN = '"Seen by others"';
const HIDDEN = '"For my eyes only"';

/** The tests of links that share a row. */
export function linkTest(entity: EntityDefinition): string {
  const { name, plural } = entity;
  const hidden = hiddenOf(entity);
  const references = requiredReferences(entity);
  const tables = [...new Set(references.map(({ target }) => target?.table as string))].sort();
  const found = references.map(
    ({ target }) => `const [${target?.entity}] = await db.select().from(${target?.table}).limit(1);\n`,
  );
  const form = [SHOWN, ...references.map(({ target }) => `${target?.entity}?.id ?? ""`)].join(", ");
  const row = `{ ...${name}Form(${form}), ${hidden.map((field) => `${field.name}: ${HIDDEN}`).join(", ")} }`;
  return `${tables.length > 0 ? `import { ${tables.join(", ")} } from "#app/schema.ts";\n` : ""}import { describeLink } from "#tests/support/links.ts";
import { ${name}Form } from "#tests/support/${plural}.ts";

describeLink({
  entity: "${name}",
  list: "/app/${plural}",
  fields: ${references.length > 0 ? `async ({ db }) => {\n${found.join("")}return ${row};\n}` : row},
  shows: ${SHOWN},
  ${hidden.length > 0 ? `hides: ${HIDDEN},` : ""}
});
`;
}

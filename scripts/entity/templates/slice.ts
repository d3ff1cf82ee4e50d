import type { EntityDefinition } from "../definition.ts";
import { downloadPaths, sentFileDeclarations, sentFilePaths } from "./sent-file-paths.ts";

// The declaration of an entity's slice.

export const sliceModule = (entity: EntityDefinition): string => {
  const { name, plural, owner, alsoManager, isPublic, isShared, fields, files } = entity;
  // The entity's form lists the rows to which it can refer.
  const offered = [...new Set(fields.flatMap(({ target }) => (target ? [target.entity] : [])))];
  if (owner === "organisation") return sliceOfOrganisation(entity, offered);
  const granted = owner
    ? [`${name}:own`, ...(isPublic ? [`${name}:read`] : []), ...offered.map((entity) => `${entity}:read`)]
    : [`${name}:list`, `${name}:read`];
  const permissions = [
    ...(alsoManager ? [`"${name}:list-all"`] : []),
    // Managed entities have this permission anyway.
    ...(isPublic ? [`"${name}:read"`] : []),
  ];
  return `${declarationTypes(entity)}

export const ${name} = {
  name: "${name}",${files.length > 0 ? '\n  needs: ["upload"],' : ""}
  ${owner ? "owned" : "entities"}: { ${name}: "${plural}" },
  granted: [${granted.map((permission) => `"${permission}"`).join(", ")}],${permissions.length > 0 ? `\n  permissions: [${permissions.join(", ")}],` : ""}
  namespaces: ["${name}"],
  strings: { "/app": ["${name}"], ${[...(owner ? [`"/app/${plural}": ["manager"${isShared ? ', "link"' : ""}]`] : []), ...(isShared ? [`"/shared/${plural}": ["${name}"]`] : []), ...(owner && !alsoManager ? [] : [`"/manager": ["${name}"]`]), ...sentFileStrings(entity)].join(", ")} },
} as const satisfies Slice;
${rulesOfEntity(entity)}`;
};

/** Whether a slice has rules that only the server needs. */
export const hasRules = ({ owner, isCached, unique, files }: EntityDefinition) =>
  owner === "user" || isCached || unique.length > 0 || files.length > 0;

const declarationTypes = (entity: EntityDefinition) =>
  `import type { Slice${hasRules(entity) ? ", SliceRules" : ""} } from "#app/core/lib/slice.ts";`;

const rulesOfEntity = (entity: EntityDefinition) => {
  const { name, owner, isCached, unique } = entity;
  if (!hasRules(entity)) return "";
  const pages = owner === "organisation" ? "" : owner === "user" ? pagesOf(entity) : pagesOfFiles(entity);
  const errorCodes =
    unique.length > 0 ? `\n  errorCodes: { ${name.toUpperCase()}_ALREADY_EXISTS: 409 },` : "";
  return `
export const ${name}Rules = {${pages}${errorCodes}${sentFileDeclarations(entity)}${isCached ? copiedPages(entity) : ""}
} as const satisfies SliceRules;
`;
};

/**
 * The rules for readers' pages that come from cached copies. Their data may be stale, and the claim in a
 * cookie is enough to admit readers. So such a page needs no database.
 */
const copiedPages = ({ plural }: EntityDefinition) =>
  ["mayLag", "takesClaim"].map((rule) => `\n  ${rule}: ["app/${plural}", "app/${plural}/:id"],`).join("");

/**
 * The declaration of an entity whose rows belong to organisations. The table of organisations' roles says who
 * may write the rows.
 */
const sliceOfOrganisation = (entity: EntityDefinition, offered: string[]) => {
  const { name, plural, files } = entity;
  return `${declarationTypes(entity)}

export const ${name} = {
  name: "${name}",
  needs: ["organisation"${files.length > 0 ? ', "upload"' : ""}],
  ofOrganisation: { ${name}: "${plural}" },${offered.length > 0 ? `\n  granted: [${offered.map((entity) => `"${entity}:read"`).join(", ")}],` : ""}
  namespaces: ["${name}"],
  strings: { ${[`"/app/o/:slug": ["${name}"]`, `"/app/o/:slug/${plural}": ["manager"]`, ...sentFileStrings(entity)].join(", ")} },
} as const satisfies Slice;
${rulesOfEntity(entity)}`;
};

/** The strings for pages with a form for a file, or a link to one, in addition to the entity's own. */
const sentFileStrings = (entity: EntityDefinition) =>
  sentFilePaths(entity)
    .filter((path) => !path.endsWith("/file"))
    .map((path) => `"${path}": ["upload"]`);

/** The paths of the pages for the files of an entity that administrators manage, with their permissions. */
const pagesOfFiles = (entity: EntityDefinition) =>
  entity.files.length > 0
    ? `\n  pages: [${[
        ...sentFilePaths(entity).map((path) => `["${path}", "${entity.name}:update"],`),
        ...downloadPaths(entity).map((path) => `["${path}", "${entity.name}:read"],`),
      ].join("\n")}],`
    : "";

const pagesOf = (entity: EntityDefinition) => {
  const { name, plural, alsoManager, isPublic, isShared } = entity;
  return `
  pages: [
    ${["", "/new", "/:id", ...(isShared ? ["/:id/share"] : []), "/:id/update"].map((page) => `["/app/${plural}${page}", "${name}:${isPublic && isRead(page) ? "read" : "own"}"],`).join("\n")}
    ${sentFilePaths(entity)
      .map((path) => `["${path}", "${name}:own"],`)
      .join("\n")}
    ${downloadPaths(entity)
      .map((path) => `["${path}", "${name}:${isPublic ? "read" : "own"}"],`)
      .join("\n")}
    ${alsoManager ? `["/manager/${plural}", "${name}:list-all"],` : ""}
  ],`;
};

/** Whether a page has no form. */
const isRead = (page: string) => page === "" || page === "/:id";

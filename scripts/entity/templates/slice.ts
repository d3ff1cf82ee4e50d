import type { EntityDefinition } from "../definition.ts";
import { downloadPaths, sentFileDeclarations, sentFilePaths } from "./sent-file-paths.ts";

// What an entity declares of itself.

export const sliceModule = (entity: EntityDefinition): string => {
  const { name, plural, owner, alsoManager, isPublic, isShared, fields, files } = entity;
  // Its form offers by name what it refers to.
  const offered = [...new Set(fields.flatMap(({ target }) => (target ? [target.entity] : [])))];
  if (owner === "organisation") return sliceOfOrganisation(entity, offered);
  const granted = owner
    ? [`${name}:own`, ...(isPublic ? [`${name}:read`] : []), ...offered.map((entity) => `${entity}:read`)]
    : [`${name}:list`, `${name}:read`];
  const permissions = [
    ...(alsoManager ? [`"${name}:list-all"`] : []),
    // What an entity that people manage has anyway.
    ...(isPublic ? [`"${name}:read"`] : []),
  ];
  return `${declarationTypes(entity)}

export const ${name} = {
  name: "${name}",${files.length > 0 ? '\n  needs: ["upload"],' : ""}
  ${owner ? "owned" : "entities"}: { ${name}: "${plural}" },
  granted: [${granted.map((permission) => `"${permission}"`).join(", ")}],${permissions.length > 0 ? `\n  permissions: [${permissions.join(", ")}],` : ""}${owner ? pagesOf(entity) : pagesOfFiles(entity)}
  namespaces: ["${name}"],
  strings: { "/app": ["${name}"], ${[...(owner ? [`"/app/${plural}": ["manager"${isShared ? ', "link"' : ""}]`] : []), ...(isShared ? [`"/shared/${plural}": ["${name}"]`] : []), ...(owner && !alsoManager ? [] : [`"/manager": ["${name}"]`]), ...sentFileStrings(entity)].join(", ")} },
} as const satisfies Slice;
${rulesOfEntity(entity)}`;
};

/** Whether a slice has something that only the server asks of it. */
export const hasRules = ({ unique, files }: EntityDefinition) => unique.length > 0 || files.length > 0;

const declarationTypes = (entity: EntityDefinition) =>
  `import type { Slice${hasRules(entity) ? ", SliceRules" : ""} } from "#app/core/lib/slice.ts";`;

const rulesOfEntity = (entity: EntityDefinition) => {
  const { name, unique } = entity;
  if (!hasRules(entity)) return "";
  const errorCodes =
    unique.length > 0 ? `\n  errorCodes: { ${name.toUpperCase()}_ALREADY_EXISTS: 409 },` : "";
  return `
export const ${name}Rules = {${errorCodes}${sentFileDeclarations(entity)}
} as const satisfies SliceRules;
`;
};

/** The same of what belongs to an organisation: the table of its roles says who writes it. */
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

/** What the pages with a form for a file, or a link to one, say beside the words of the entity. */
const sentFileStrings = (entity: EntityDefinition) =>
  sentFilePaths(entity)
    .filter((path) => !path.endsWith("/file"))
    .map((path) => `"${path}": ["upload"]`);

/** The pages of an entity that administrators manage that no other entity has. */
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

/** Whether a page shows rows only. */
const isRead = (page: string) => page === "" || page === "/:id";

import type { EntityDefinition } from "../definition.ts";

// What an entity declares of itself.

export const sliceModule = ({
  name,
  plural,
  unique,
  owner,
  alsoManager,
  isPublic,
  isShared,
  fields,
}: EntityDefinition): string => {
  // Its form offers by name what it refers to.
  const offered = [...new Set(fields.flatMap(({ target }) => (target ? [target.entity] : [])))];
  if (owner === "organisation") return sliceOfOrganisation({ name, plural, unique, offered });
  const granted = owner
    ? [`${name}:own`, ...(isPublic ? [`${name}:read`] : []), ...offered.map((entity) => `${entity}:read`)]
    : [`${name}:list`, `${name}:read`];
  const permissions = [
    ...(alsoManager ? [`"${name}:list-all"`] : []),
    // What an entity that people manage has anyway.
    ...(isPublic ? [`"${name}:read"`] : []),
  ];
  const errorCodes =
    unique.length > 0 ? `\n  errorCodes: { ${name.toUpperCase()}_ALREADY_EXISTS: 409 },` : "";
  return `import type { Slice } from "#app/core/lib/slice.ts";

export const ${name} = {
  name: "${name}",
  ${owner ? "owned" : "entities"}: { ${name}: "${plural}" },
  granted: [${granted.map((permission) => `"${permission}"`).join(", ")}],${permissions.length > 0 ? `\n  permissions: [${permissions.join(", ")}],` : ""}${errorCodes}${owner ? pagesOf({ name, plural, alsoManager, isPublic, isShared }) : ""}
  namespaces: ["${name}"],
  strings: { "/app": ["${name}"], ${[...(owner ? [`"/app/${plural}": ["manager"${isShared ? ', "link"' : ""}]`] : []), ...(isShared ? [`"/shared/${plural}": ["${name}"]`] : []), ...(owner && !alsoManager ? [] : [`"/manager": ["${name}"]`])].join(", ")} },
} as const satisfies Slice;
`;
};

/** The same of what belongs to an organisation: the table of its roles says who writes it. */
const sliceOfOrganisation = ({
  name,
  plural,
  unique,
  offered,
}: Pick<EntityDefinition, "name" | "plural" | "unique"> & {
  offered: string[];
}) => `import type { Slice } from "#app/core/lib/slice.ts";

export const ${name} = {
  name: "${name}",
  needs: ["organisation"],
  ofOrganisation: { ${name}: "${plural}" },${offered.length > 0 ? `\n  granted: [${offered.map((entity) => `"${entity}:read"`).join(", ")}],` : ""}${unique.length > 0 ? `\n  errorCodes: { ${name.toUpperCase()}_ALREADY_EXISTS: 409 },` : ""}
  namespaces: ["${name}"],
  strings: { "/app/o/:slug": ["${name}"], "/app/o/:slug/${plural}": ["manager"] },
} as const satisfies Slice;
`;

const pagesOf = ({
  name,
  plural,
  alsoManager,
  isPublic,
  isShared,
}: Pick<EntityDefinition, "name" | "plural" | "alsoManager" | "isPublic" | "isShared">) => `
  pages: [
    ${["", "/new", "/:id", ...(isShared ? ["/:id/share"] : []), "/:id/update"].map((page) => `["/app/${plural}${page}", "${name}:${isPublic && isRead(page) ? "read" : "own"}"],`).join("\n")}
    ${alsoManager ? `["/manager/${plural}", "${name}:list-all"],` : ""}
  ],`;

/** Whether a page shows rows only. */
const isRead = (page: string) => page === "" || page === "/:id";

import type { EntityDefinition } from "../definition.ts";

// The entries of an entity in the navigation of both areas.

const entryOf = ({ name, plural }: EntityDefinition, area: "manager" | "app") =>
  `{ to: href("/${area}/${plural}"), label: t("${name}:list.title"), icon: "shapes", permission: "${name}:list" },`;

/** The navigation entries of an entity. */
export const navigationModule = (entity: EntityDefinition): string =>
  entity.owner ? ownNavigation(entity) : navigation(entity);

const ownNavigation = ({
  name,
  plural,
  alsoManager,
  isPublic,
}: EntityDefinition) => `import { href } from "react-router";
import type { ${alsoManager ? "ManagerNavigation, " : ""}ReaderNavigation } from "#app/identity/shell/navigation.ts";
${
  alsoManager
    ? `
export const ${name}ManagerNavigation: ManagerNavigation = {
  application: (t) => [
    { to: href("/manager/${plural}"), label: t("${name}:list.navigation"), icon: "shapes", permission: "${name}:list-all" },
  ],
};
`
    : ""
}
export const ${name}ReaderNavigation: ReaderNavigation = (t) => [
  { to: href("/app/${plural}"), label: t("${name}:list.navigation"), icon: "shapes", permission: "${name}:${isPublic ? "read" : "own"}" },
];
`;

const navigation = (entity: EntityDefinition): string => `import { href } from "react-router";
import type { ManagerNavigation, ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const ${entity.name}ManagerNavigation: ManagerNavigation = {
  application: (t) => [${entryOf(entity, "manager")}],
};

export const ${entity.name}ReaderNavigation: ReaderNavigation = (t) => [${entryOf(entity, "app")}];
`;

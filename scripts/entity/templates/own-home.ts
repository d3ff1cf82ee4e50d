import type { EntityDefinition } from "../definition.ts";

// Shows the reader's own rows on the first page after signing in (docs/recipes/show-rows-at-home.md).

/** The code of the query that reads the reader's own rows. */
export const homeQuery = ({ name, plural, Plural, title }: EntityDefinition): string => `
/** The ${plural} that the reader changed last, for the home. */
export const home${Plural}Read = ownRowsAtHome("${name}", ${plural}, async (db, rows) => {
  const { page } = await list${Plural}(db, rows, { sort: "-updated", size: 3 });
  return page.items.map(({ id, ${title.name} }) => ({ id, ${title.name === "name" ? "name" : `name: ${title.name}`} }));
});
`;

/** The component that shows the rows. */
export const homeModule = ({
  name,
  plural,
  Plural,
}: EntityDefinition): string => `import { href } from "react-router";
import { OwnRowsAtHome, type OwnRowsPart } from "#app/identity/auth/own-rows-at-home.tsx";

/** The ${plural} that the reader changed last, at home. */
export const home${Plural}Part: OwnRowsPart = {
  key: "${name}",
  Part: OwnRowsAtHome,
  heading: (t) => t("${name}:latest"),
  to: (id) => href("/app/${plural}/:id", { id }),
};
`;

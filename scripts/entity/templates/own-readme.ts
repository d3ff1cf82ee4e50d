import type { EntityDefinition } from "../definition.ts";
import { hiddenInWords } from "./own-links.ts";

/** The README.md of an entity whose rows belong to the users who create them, or to an organisation. */
export const ownReadme = (entity: EntityDefinition): string =>
  entity.owner === "organisation"
    ? tenantReadme(entity)
    : personalReadme(entity, entity.isShared ? sharedOf(entity) : "");

const sharedOf = (entity: EntityDefinition): string => {
  const hidden = hiddenInWords(entity);
  return `
Their owner can share one by a link. Anyone who has the link sees it at \`/shared/${entity.plural}/<id>\`${hidden && `, without ${hidden}`}, with the
name of its owner and without an account, until its owner ends the link or for a year (\`docs/recipes/share-a-row.md\`).`;
};

const tenantReadme = ({ name, plural, Plural, title }: EntityDefinition) => `# ${Plural}

Rows that belong to an organisation (\`docs/recipes/rows-of-an-organisation.md\`), called by their ${title.label.toLowerCase()}.
Its members see them at \`/app/o/<organisation>/${plural}\`, and change them if their role has \`${name}:write\`. To everybody else, they are not there.

- **What it costs:** One table. A page takes one trip to the database.
- **How it is switched off:** There is no switch. Take \`${name}:write\` from a role (\`app/slices/organisation/organisation-roles.ts\`), and the role changes none of it.
- **How it is taken out:** \`npm run remove -- ${name}\`.
`;

function personalReadme(
  { name, plural, Plural, title, alsoManager, isPublic }: EntityDefinition,
  shared: string,
): string {
  const read = isPublic
    ? `Everybody who may enter the area of readers reads them at \`/app/${plural}\`, with the name of their owner. Only their owner changes or
deletes them. To everybody else, a change is answered as one of something that is not there. Those of banned owners are shown to nobody.`
    : `Nobody else sees them at \`/app/${plural}\`. To everybody else, they are not there.`;
  return `# ${Plural}

Rows that belong to the people who make them (\`docs/recipes/rows-of-ones-own.md\`), called by their ${title.label.toLowerCase()}.
${read}${shared}${alsoManager ? `\nAdministrators see everybody's at \`/manager/${plural}\`, with email addresses.` : ""}

- **What it costs:** One table. A page takes one trip to the database.
- **How it is switched off:** There is no switch. Take \`${name}:own\`${isPublic ? ` and \`${name}:read\`` : ""} from a role (\`granted\` in \`slice.ts\`), and the role sees none of it.
- **How it is taken out:** \`npm run remove -- ${name}\`.
`;
}

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
Their owner can share one by a link. Anyone who has the link sees it at \`/shared/${entity.plural}/<id>\`${hidden && `, without ${hidden}`}, with its
owner's name. No account is needed. The link works for a year, or until its owner stops sharing (\`docs/recipes/share-a-row.md\`).`;
};

const tenantReadme = ({ name, plural, Plural, title }: EntityDefinition) => `# ${Plural}

Rows that belong to an organisation (\`docs/recipes/rows-of-an-organisation.md\`), each named by its ${title.label.toLowerCase()}.
Its members see them at \`/app/o/<organisation>/${plural}\`, and change them if their role has \`${name}:write\`. For everybody else, they don't exist.

- **Cost:** One table. A page takes one trip to the database.
- **Switching it off:** There is no switch. Take \`${name}:write\` from a role (\`app/slices/organisation/organisation-roles.ts\`), and the role can change none of it.
- **Removing it:** \`npm run remove -- ${name}\`.
`;

function personalReadme(
  { name, plural, Plural, title, alsoManager, isPublic }: EntityDefinition,
  shared: string,
): string {
  const read = isPublic
    ? `Everybody who may enter the readers' area reads them at \`/app/${plural}\`, with the name of their owner. Only their owner can
change or delete them: others get the same response as for a row that does not exist. Rows of banned owners are not shown.`
    : `Nobody else sees them at \`/app/${plural}\`: for everybody else, they don't exist.`;
  return `# ${Plural}

Rows that belong to the users who create them (\`docs/recipes/rows-of-ones-own.md\`), each named by its ${title.label.toLowerCase()}.
${read}${shared}${alsoManager ? `\nAdministrators see everybody's at \`/manager/${plural}\`, with email addresses.` : ""}

- **Cost:** One table. A page takes one trip to the database.
- **Switching it off:** There is no switch. Take \`${name}:own\`${isPublic ? ` and \`${name}:read\`` : ""} from a role (\`granted\` in \`slice.ts\`), and the role sees none of it.
- **Removing it:** \`npm run remove -- ${name}\`.
`;
}

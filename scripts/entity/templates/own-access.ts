import type { EntityDefinition } from "../definition.ts";
import { linkRoutes } from "./own-links.ts";
import { sentFileRules } from "./sent-file-paths.ts";
import { requiredReferences } from "./sent-values.ts";

/** The rows of the access matrix for an entity whose rows have owners. */
export function ownAccessModule(entity: EntityDefinition): string {
  const { name, Name, plural, title, alsoManager, isPublic, isShared, owner } = entity;
  const isOfOrganisation = owner === "organisation";
  const read = isPublic ? "read" : "own";
  const references = requiredReferences(entity).map((field) => field.name);
  const referenceValues = references.map((reference) => `${reference}: row.${reference},`).join(" ");
  const taken =
    references.length > 0 ? `{ ${references.map((name) => `${name} = ""`).join(", ")} }: Target` : "";
  const ownRoutes = `${alsoManager ? `"/manager/${plural}": { who: "${name}:list-all", everybodys: true, shows: true },` : ""}
    "/app/${plural}": { who: "${name}:${read}"${isPublic ? ", everybodys: true, shows: true" : ""} },
    "/app/${plural}/new": { who: "${name}:own", forms: [{ fields: filledIn }] },
    "/app/${plural}/:id": { who: "${name}:${read}", owned: true, ${isPublic ? "everybodys: true, " : ""}shows: true, forms: [{ ${isPublic ? `needs: "${name}:own", ` : ""}readsBody: false }] },
    "/app/${plural}/:id/update": { who: "${name}:own", owned: true, shows: true, forms: [{ fields: filledIn }] },${isShared ? linkRoutes(entity) : ""}
    ${sentFileRules(entity, { changes: `who: "${name}:own", owned: true`, reads: `who: "${name}:${read}", owned: true${isPublic ? ", everybodys: true" : ""}` })}`;
  return `import type { AccessRules${taken && ", Target"} } from "#tests/support/access.ts";
${isOfOrganisation ? 'import { addOrganisation } from "#tests/support/organisations.ts";\n' : ""}import { addUser } from "#tests/support/people.ts";
import { add${Name}, ${name}Form } from "#tests/support/${plural}.ts";

/** A form as its owner fills it in. */
const filledIn = (${taken}) => ${name}Form(\`New \${crypto.randomUUID()}\`${references.map((name) => `, ${name}`).join("")});

/** Who may do what with ${plural}: ${isOfOrganisation ? "a member of their organisation" : "their owner"}${isPublic ? ", and everybody reads them" : ""}${isShared ? ", and anyone with the link to a row sees that row" : ""}${alsoManager ? ", and administrators see everybody's" : ""}. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = \`unmistakable-${name}-\${number}\`;
    const owner = ownerId ?? (await addUser(worker)).id;
    ${isOfOrganisation ? "const { id: organisationId, slug } = await addOrganisation(worker, owner);\n" : ""}const row = await add${Name}(worker, ${isOfOrganisation ? "organisationId" : "owner"}, { ${title.name}: secret });
    return { id: row.id, ${isOfOrganisation ? "slug, " : ""}${referenceValues} secret };
  },

  routes: {
    ${isOfOrganisation ? tenantRoutes(entity) : ownRoutes}
  },
};

export default rules;
`;
}

/**
 * The rows of the matrix for an organisation. Users who are not members get a 404 on all pages of the
 * organisation, unless they may know of every organisation.
 */
function tenantRoutes(entity: EntityDefinition): string {
  const { name, plural } = entity;
  const writes = `memberNeeds: "${name}:write"`;
  const rule = 'who: "apps:app", owned: true, knownTo: "organisation:read"';
  const reading = `${rule}, memberNeeds: "member"`;
  const writing = `${rule}, ${writes}`;
  return `"/app/o/:slug/${plural}": { ${reading}, shows: true },
    "/app/o/:slug/${plural}/new": { ${writing}, forms: [{ fields: filledIn, ${writes} }] },
    "/app/o/:slug/${plural}/:id": { ${reading}, shows: true, forms: [{ readsBody: false, ${writes} }] },
    "/app/o/:slug/${plural}/:id/update": { ${writing}, shows: true, forms: [{ fields: filledIn, ${writes} }] },
    ${sentFileRules(entity, { changes: writing, reads: reading, form: `, ${writes}` })}`;
}

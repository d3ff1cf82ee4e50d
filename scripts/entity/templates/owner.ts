import type { EntityDefinition } from "../definition.ts";

// The differences between code for rows that belong to a user, and for those that belong to an organisation.

/** The path of a page, as in app/routes.ts, with a leading slash. @param page "", "/new", "/:id" or "/:id/update" */
const pathOf = ({ plural, owner }: EntityDefinition, page = ""): string =>
  `/app/${owner === "organisation" ? "o/:slug/" : ""}${plural}${page}`;

/**
 * The code of a link to a page. For rows of an organisation, this code takes the organisation's address from
 * `params`.
 * @param id the code of the row's id, if the path of the page has one
 */
export function linkTo(entity: EntityDefinition, page = "", id?: string): string {
  if (id === "params.id") return `href("${pathOf(entity, page)}", params)`;
  const values = [
    ...(entity.owner === "organisation" ? ["slug: params.slug"] : []),
    ...(id === undefined ? [] : [id === "id" ? "id" : `id: ${id}`]),
  ];
  return `href("${pathOf(entity, page)}"${values.length > 0 ? `, { ${values.join(", ")} }` : ""})`;
}

/**
 * The code of a page's guard. Pages of an organisation have no guard, because reading or writing the
 * organisation's rows already refuses users who are not members.
 */
export const guardOf = ({ name, owner }: EntityDefinition, guard = "requirePermissionInParallel"): string =>
  owner === "organisation" ? "" : `export const middleware = [${guard}("${name}:own")];\n\n`;

/**
 * The code of a loader that reads rows into `variable`.
 * @param query makes the code of the query, given the code of the rows
 * @param asksWho whether the loader needs to know what the member may do
 */
export function reading(
  { plural, owner }: EntityDefinition,
  variable: string,
  query: (rows: string) => string,
  asksWho = true,
): string {
  return owner === "organisation"
    ? `const { ${asksWho ? "membership, " : ""}result: ${variable} } = await readOrganisation({ context, url, params }, (organisationId) => ${query(`rowsIn(${plural}, organisationId)`)});`
    : `const ${variable} = await readOwn(context, (owner) => ${query(`rowsOfOwner(${plural}, owner)`)});`;
}

/** The code at the start of an action or loader that defines `own`, the rows that may be written, and `actor`. */
export const writing = ({ name, plural, owner }: EntityDefinition): string =>
  owner === "organisation"
    ? `const { own, actor } = await writableRowsIn(context, ${plural}, params.slug, "${name}:write");`
    : `const actor = await currentActor(context);
  const own = ${plural}Of((await context.get(viewerContext)).id);`;

/** The imports for {@link reading}, {@link writing} and {@link guardOf}. */
export function ownerImports(
  { name, plural, owner }: EntityDefinition,
  uses: {
    queries: string[];
    /** What the page reads: rows, or only whether the reader is a member of the organisation. */
    reads?: "rows" | "nothing" | undefined;
    writes?: boolean;
    /** Whether the page depends on the permissions of the reader's role. */
    sees?: boolean;
    /** Whether the page needs a permission. */
    needs?: boolean;
    guard?: string;
  },
): string {
  const { reads, writes, sees, needs, guard = "requirePermissionInParallel" } = uses;
  const own = writes ? [`${plural}Of`] : [];
  const lines =
    owner === "organisation"
      ? [
          reads &&
            `import { readOrganisation${needs ? ", requirePermissionIn" : ""} } from "#app/slices/organisation/membership.server.ts";`,
          sees && `import { canIn } from "#app/slices/organisation/organisation-roles.ts";`,
          reads === "rows" && `import { rowsIn } from "#app/slices/organisation/owned-by-organisation.ts";`,
          writes && `import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";`,
          imported(name, uses.queries),
          (writes || reads === "rows") &&
            `import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";`,
        ]
      : [
          reads && `import { rowsOfOwner } from "#app/core/db/owned.ts";`,
          writes && `import { currentActor } from "#app/identity/audit/audit.server.ts";`,
          `import { ${guard} } from "#app/identity/middleware/guards.ts";`,
          reads && `import { readOwn } from "#app/identity/session/session.server.ts";`,
          imported(name, [...uses.queries, ...own]),
          reads && `import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";`,
        ];
  return lines.filter(Boolean).join("\n");
}

const imported = (name: string, queries: string[]) =>
  `import { ${queries.join(", ")} } from "#app/slices/${name}/${name}.server.ts";`;

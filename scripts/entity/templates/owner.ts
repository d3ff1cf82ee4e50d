import type { EntityDefinition } from "../definition.ts";

// What differs in the code of rows that belong to a person, and of those that belong to an organisation.

/** The path of a page, as app/routes.ts names it, with a leading slash. @param page "", "/new", "/:id" or "/:id/update" */
const pathOf = ({ plural, owner }: EntityDefinition, page = ""): string =>
  `/app/${owner === "organisation" ? "o/:slug/" : ""}${plural}${page}`;

/** The code of a link to a page. @param id the code of the row's id, if the page has one. Inside, `params` has the organisation's address */
export function linkTo(entity: EntityDefinition, page = "", id?: string): string {
  if (id === "params.id") return `href("${pathOf(entity, page)}", params)`;
  const values = [
    ...(entity.owner === "organisation" ? ["slug: params.slug"] : []),
    ...(id === undefined ? [] : [id === "id" ? "id" : `id: ${id}`]),
  ];
  return `href("${pathOf(entity, page)}"${values.length > 0 ? `, { ${values.join(", ")} }` : ""})`;
}

/** The guard of a page. Who is no member of an organisation is answered by what reads or writes its rows. */
export const guardOf = ({ name, owner }: EntityDefinition, guard = "requirePermissionInParallel"): string =>
  owner === "organisation" ? "" : `export const middleware = [${guard}("${name}:own")];\n\n`;

/** The code of a loader that reads rows, with the result in `variable`. @param query makes the code of the query from that of the rows. @param asksWho whether the loader asks what a member may do */
export function reading(
  { plural, owner }: EntityDefinition,
  variable: string,
  query: (rows: string) => string,
  asksWho = true,
): string {
  return owner === "organisation"
    ? `const { ${asksWho ? "membership, " : ""}result: ${variable} } = await readOrganisation({ context, url, params }, (organisationId) => ${query(`rowsIn(${plural}, organisationId)`)});`
    : `const ${variable} = await readOwn(context, (owner) => ${query(`rowsOfWhom(${plural}, owner)`)});`;
}

/** The code of an action, or of a loader, that begins with `own`, the rows that may be written, and `actor`. */
export const writing = ({ name, plural, owner }: EntityDefinition): string =>
  owner === "organisation"
    ? `const { own, actor } = await writableRowsIn(context, ${plural}, params.slug, "${name}:write");`
    : `const actor = await currentActor(context);
  const own = ${plural}Of((await context.get(viewerContext)).id);`;

/** The imports of what {@link reading}, {@link writing} and {@link guardOf} use. */
export function ownerImports(
  { name, plural, owner }: EntityDefinition,
  uses: {
    queries: string[];
    /** What it reads: rows, or of an organisation only whether the reader is a member. */
    reads?: "rows" | "nothing" | undefined;
    writes?: boolean;
    /** Whether it shows what the reader's role allows. */
    sees?: boolean;
    /** Whether it takes a permission. */
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
          reads && `import { rowsOfWhom } from "#app/core/db/owned.ts";`,
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

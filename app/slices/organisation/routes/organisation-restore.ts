import { data, href, redirect } from "react-router";
import { dbContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { restoreOwnRow } from "#app/identity/write/restore-rows.server.ts";
import { ORGANISATION_ENTITIES, ORGANISATION_NAMES, organisationPageOf } from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";
import type { OfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";
import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";
import type { Route } from "./+types/organisation-restore.ts";

/** There is no page here: GET redirects to the organisation. */
export const loader = ({ params: { slug } }: Route.LoaderArgs) => redirect(href("/app/o/:slug", { slug }));

/** Restores a row that a member has deleted, and redirects to it. */
export async function action({ context, params: { slug, ...params } }: Route.ActionArgs) {
  const entity = ORGANISATION_NAMES.find((known) => known === params.entity);
  if (!entity) throw data(null, { status: 404 });
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const table = schema[ORGANISATION_ENTITIES[entity]] as OfOrganisation;
  const { own, actor } = await writableRowsIn(context, table, slug, `${entity}:write`);
  const restored = await tryWrite(context, "manager:errors.restoreFailed", () =>
    restoreOwnRow(context.get(dbContext), own, { entity, id: params.id }, actor),
  );
  const page = href("/app/o/:slug", { slug });
  if (!restored.ok) return redirectWithMessage(context, page, restored);
  const to = `${page}/${organisationPageOf(entity, restored.id, restored.parentId)}`;
  return restored.label === null
    ? redirectWithMessage(context, to, "manager:success.restoredUnnamed")
    : redirectWithMessage(context, to, "manager:success.restored", { values: { name: restored.label } });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Restore() {
  return null;
}

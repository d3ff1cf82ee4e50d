import { data, href, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { type Owned, rowsOf } from "#app/core/db/owned.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { PERSONAL_ENTITIES, PERSONAL_NAMES } from "#app/entities.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { restoreOwnRow } from "#app/identity/write/restore-rows.server.ts";
import { pageOfOwn } from "#app/page-permissions.ts";
import * as schema from "#app/schema.ts";
import type { Route } from "./+types/app-restore.ts";

/** There is no page here. */
export const loader = () => redirect(href("/app"));

/** Restores a row that its owner has deleted, and shows it. */
export async function action({ context, params }: Route.ActionArgs) {
  const entity = PERSONAL_NAMES.find((known) => known === params.entity);
  if (!entity) throw data(null, { status: 404 });
  const { id: ownerId } = authorize(context, await context.get(viewerContext), `${entity}:own`);
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const owned = schema[PERSONAL_ENTITIES[entity]] as Owned;
  const actor = await currentActor(context);
  const restored = await tryWrite(context, "manager:errors.restoreFailed", () =>
    restoreOwnRow(context.get(dbContext), rowsOf(owned, ownerId), { entity, id: params.id }, actor),
  );
  if (!restored.ok) return redirectWithMessage(context, href("/app"), restored);
  const to = pageOfOwn(entity, params.id, restored.parentId);
  return restored.label === null
    ? redirectWithMessage(context, to, "manager:success.restoredUnnamed")
    : redirectWithMessage(context, to, "manager:success.restored", { values: { name: restored.label } });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Restore() {
  return null;
}

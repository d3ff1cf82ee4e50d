import { data, href, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { restoreRow } from "#app/features/audit/deleted-rows.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import type { Route } from "./+types/restore.ts";

/** There is no page here: a GET redirects to the audit log, which says what can be restored. */
export const loader = () => redirect(href("/manager/audit"));

/** Restores a deleted row of any entity, and shows the entity's list. Whoever may delete one may do so. */
export async function action({ context, params }: Route.ActionArgs) {
  const entity = ENTITY_NAMES.find((known) => known === params.entity);
  if (!entity) throw data(null, { status: 404 });
  authorize(context, await context.get(viewerContext), `${entity}:delete`);
  const actor = await currentActor(context);
  const restored = await tryWrite(context, "manager:restoreFailed", () =>
    restoreRow(context.get(dbContext), entity, params.id, actor),
  );
  const list = `/manager/${ENTITIES[entity]}`;
  if (!restored.ok) return redirectWithMessage(context, list, restored);
  const { label } = restored;
  return label === null
    ? redirectWithMessage(context, list, "manager:restoredUnnamed")
    : redirectWithMessage(context, list, "manager:restored", { values: { name: label } });
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function Restore() {
  return null;
}

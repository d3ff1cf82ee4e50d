import { data, href, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { restoreRow } from "#app/features/audit/deleted-rows.server.ts";
import { restoreRows } from "#app/features/audit/restore-rows.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { backToList } from "#app/lists/list-place.ts";
import type { Route } from "./+types/restore.ts";

/** There is no page here: a GET redirects to the audit log, which says what can be restored. */
export const loader = () => redirect(href("/manager/audit"));

/**
 * Restores a deleted row of any entity, or with `at` those that one request deleted then, and shows the list that they were
 * deleted from, with its filters; with `show=row`, the page of the row. Whoever may delete one may do so.
 */
export async function action({ url, context, params }: Route.ActionArgs) {
  const entity = ENTITY_NAMES.find((known) => known === params.entity);
  if (!entity) throw data(null, { status: 404 });
  authorize(context, await context.get(viewerContext), `${entity}:delete`);
  const actor = await currentActor(context);
  const plain = `/manager/${ENTITIES[entity]}`;
  const list = backToList(plain, url.search);
  const at = url.searchParams.get("at");
  if (at !== null) {
    const deletion = { requestId: params.id, at: Number(at) };
    const many = await tryWrite(context, "manager:restoreFailed", () =>
      restoreRows(context.get(dbContext), entity, deletion, actor),
    );
    if (!many.ok) return redirectWithMessage(context, list, many);
    const { restored, left, there } = many;
    if (restored === 0 && left === 0) {
      return there > 0
        ? redirectWithMessage(context, list, "manager:restoredUnnamed")
        : redirectWithMessage(context, list, "manager:notRestorable", { type: "error" });
    }
    return left === 0
      ? redirectWithMessage(context, list, "selection:restored", { values: { count: restored } })
      : redirectWithMessage(context, list, "selection:restoredSome", {
          type: "warning",
          values: { restored, total: restored + left },
        });
  }
  const restored = await tryWrite(context, "manager:restoreFailed", () =>
    restoreRow(context.get(dbContext), entity, params.id, actor),
  );
  if (!restored.ok) return redirectWithMessage(context, list, restored);
  const { label } = restored;
  const shown = url.searchParams.get("show") === "row" ? `${plain}/${restored.id}` : list;
  return label === null
    ? redirectWithMessage(context, shown, "manager:restoredUnnamed")
    : redirectWithMessage(context, shown, "manager:restored", { values: { name: label } });
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function Restore() {
  return null;
}

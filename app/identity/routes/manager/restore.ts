import { data, href, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { backToList, rowAnchor } from "#app/core/lists/list-place.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { restoreRow, restoreRows } from "#app/identity/write/restore-rows.server.ts";
import type { Route } from "./+types/restore.ts";

/** There is no page here: a GET redirects to the audit log, which shows what can be restored. */
export const loader = () => redirect(href("/manager/audit"));

/**
 * Restores a deleted row of any entity, or with `at` all rows that one request deleted at that time. Then it shows the
 * row in the list that it was deleted from, with that list's filters; with `show=row`, it shows the row's page. Anyone
 * with the permission to delete such rows may restore them.
 */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const entity = ENTITY_NAMES.find((known) => known === params.entity);
  if (!entity) throw data(null, { status: 404 });
  authorize(context, await context.get(viewerContext), `${entity}:delete`);
  const actor = await currentActor(context);
  const plain = `/manager/${ENTITIES[entity]}`;
  const list = backToList(plain, url.search);
  const at = url.searchParams.get("at");
  if (at !== null) {
    const deletion = { requestId: params.id, at: Number(at) };
    const many = await tryWrite(context, "manager:errors.restoreFailed", () =>
      restoreRows(context.get(dbContext), entity, deletion, actor),
    );
    if (!many.ok) return redirectWithMessage(context, list, many);
    const { left, there } = many;
    const [first] = many.restored;
    const restored = many.restored.length;
    if (first === undefined && left === 0) {
      return there > 0
        ? redirectWithMessage(context, list, "manager:success.restoredUnnamed")
        : redirectWithMessage(context, list, "manager:errors.notRestorable", { type: "error" });
    }
    const [destination, options] = first === undefined ? [list, {}] : placeOf(first);
    return left === 0
      ? redirectWithMessage(context, destination, "selection:success.restored", {
          ...options,
          values: { count: restored },
        })
      : redirectWithMessage(context, destination, "selection:success.restoredSome", {
          ...options,
          type: "warning",
          values: { restored, total: restored + left },
        });
  }
  const restored = await tryWrite(context, "manager:errors.restoreFailed", () =>
    restoreRow(context.get(dbContext), entity, params.id, actor),
  );
  if (!restored.ok) return redirectWithMessage(context, list, restored);
  const { label } = restored;
  const isOnPage = url.searchParams.get("show") === "row";
  const [destination, options] = isOnPage ? [`${plain}/${restored.id}`, {}] : placeOf(restored.id);
  return label === null
    ? redirectWithMessage(context, destination, "manager:success.restoredUnnamed", options)
    : redirectWithMessage(context, destination, "manager:success.restored", {
        ...options,
        values: { name: label },
      });

  /**
   * The row's position in the list. If the list is the current page, the history entry is replaced, so that the list
   * keeps its length.
   */
  function placeOf(id: string): [path: string, options: { headers?: Headers }] {
    const from = URL.parse(request.headers.get("Referer") ?? "");
    const isHere = from !== null && from.pathname + from.search === list;
    const headers = new Headers(isHere ? { "X-Remix-Replace": "true" } : {});
    return [`${list}#${rowAnchor(id)}`, { headers }];
  }
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Restore() {
  return null;
}

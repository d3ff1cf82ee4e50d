import { href, redirect } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { limitsOf } from "#app/core/lists/filters/day-range.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { readUserFilter } from "#app/identity/manage-users/user-filter.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { recordExport } from "#app/slices/list-export/record-export.server.ts";
import { readUsersToExport, USER_COLUMNS } from "#app/slices/list-export/user-export.server.ts";
import type { Route } from "./+types/users-export.ts";

export const middleware = [requirePermission("user:list")];

/** There is no page here. */
export const loader = () => redirect(href("/manager/users"));

/** Downloads the filtered list of users as a CSV file, and logs the download. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const { selected, filter } = readUserFilter(url, context);
  const { role, ban, days } = selected;
  const { from, to } = limitsOf(days);
  const search = { searchTerm: term, role, ban, from, to };
  const actor = await currentActor(context);
  return csvDownload(
    { request, url, context },
    {
      name: "users",
      list: href("/manager/users"),
      isFiltered: Object.values(search).some((value) => value !== ""),
      columns: USER_COLUMNS,
      record: () => recordExport(db, actor, "user.export", search),
      read: (after) => readUsersToExport(db, { term, filter }, after, now),
    },
  );
}

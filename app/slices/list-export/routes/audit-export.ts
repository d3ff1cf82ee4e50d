import { href, redirect } from "react-router";
import { dbContext } from "#app/context.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { limitsOf } from "#app/core/lists/filters/day-range.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { readAuditFilter } from "#app/identity/audit/audit-filter.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { AUDIT_COLUMNS, readAuditToExport } from "#app/slices/list-export/audit-export.server.ts";
import { recordExport } from "#app/slices/list-export/record-export.server.ts";
import type { Route } from "./+types/audit-export.ts";

export const middleware = [requirePermission("audit:list")];

/** There is no page here. */
export const loader = () => redirect(href("/manager/audit"));

/** Downloads the filtered audit log as a CSV file, and logs the download. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const { days, filter } = readAuditFilter(url, context);
  const { person, action } = filter;
  const { from, to } = limitsOf(days);
  const search = { person: person ?? "", action: action ?? "", from, to };
  const actor = await currentActor(context);
  return csvDownload(
    { request, url, context },
    {
      name: "audit-log",
      list: href("/manager/audit"),
      isFiltered: Object.values(search).some((value) => value !== ""),
      columns: AUDIT_COLUMNS,
      record: () => recordExport(db, actor, "audit.export", search),
      read: (after) => readAuditToExport(db, filter, after, actor.at),
    },
  );
}

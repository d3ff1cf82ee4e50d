import type { RouterContextProvider } from "react-router";
import { AUDIT_ACTIONS } from "#app/audit-actions.ts";
import { type DayRange, readDayRange } from "#app/lists/day-range.server.ts";
import type { AuditFilter } from "./audit-list.server.ts";

/** Reads from the URL which entries of the audit log to list. An unknown action counts as absent. */
export function readAuditFilter(
  url: URL,
  context: Readonly<RouterContextProvider>,
): { days: DayRange; filter: AuditFilter } {
  const person = url.searchParams.get("person")?.trim().toLowerCase().slice(0, 254) || null;
  const asked = url.searchParams.get("action");
  const action = AUDIT_ACTIONS.find((known) => known === asked) ?? null;
  const { days, times } = readDayRange(url, context);
  return { days, filter: { person, action, ...times } };
}

import type { RouterContextProvider } from "react-router";
import { AUDIT_ACTIONS } from "#app/audit-actions.ts";
import { lowerCaseAscii, typedAddress } from "#app/core/lib/email-address.ts";
import { type DayRange, readDayRange } from "#app/core/lists/filters/day-range.server.ts";
import type { AuditFilter } from "./audit-list.server.ts";
import { OPERATION } from "./audit-operation.ts";

/**
 * The person that the audit log is filtered by: their address in its stored form, however it is typed. Null for
 * everybody.
 */
export const normalisePerson = (typed: string | null | undefined): string | null =>
  lowerCaseAscii(typedAddress(typed ?? "")).slice(0, 254) || null;

/**
 * Reads the audit log's filter from the URL. An unknown action is ignored. If the URL names an operation, every other
 * filter is ignored.
 */
export function readAuditFilter(
  url: URL,
  context: Readonly<RouterContextProvider>,
): { days: DayRange; filter: AuditFilter } {
  const operation = url.searchParams.get(OPERATION);
  const { days, times } = readDayRange(url, context);
  if (operation !== null) {
    const everything = { person: null, action: null, from: null, before: null };
    return { days, filter: { ...everything, operations: { of: operation } } };
  }
  const person = normalisePerson(url.searchParams.get("person"));
  const requested = url.searchParams.get("action");
  const action = AUDIT_ACTIONS.find((known) => known === requested) ?? null;
  return { days, filter: { person, action, operations: "whole", ...times } };
}

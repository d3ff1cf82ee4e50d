import type { RouterContextProvider } from "react-router";
import { type DayRange, readDayRange } from "#app/core/lists/filters/day-range.server.ts";
import { isRole, type Role } from "#app/permissions.ts";
import type { UserFilter } from "./user-list.server.ts";

/** The filters of the list of users, as in the URL; "" for those not set. */
export interface UserFilterValues {
  role: Role | "";
  ban: "banned" | "not-banned" | "";
  /** The range of days in which the users were created. */
  days: DayRange;
}

/** Reads the filters of the list. An unknown role or ban is ignored, and so are invalid dates. */
export function readUserFilter(
  url: URL,
  context: Readonly<RouterContextProvider>,
): { selected: UserFilterValues; filter: UserFilter } {
  const role = url.searchParams.get("role") ?? "";
  const ban = url.searchParams.get("ban") ?? "";
  const { days, times } = readDayRange(url, context);
  const selected: UserFilterValues = {
    role: isRole(role) ? role : "",
    ban: ban === "banned" || ban === "not-banned" ? ban : "",
    days,
  };
  const filter = {
    role: selected.role || null,
    banned: selected.ban === "" ? null : selected.ban === "banned",
    createdFrom: times.from,
    createdBefore: times.before,
  };
  return { selected, filter };
}

import { day } from "#app/forms/fields.ts";
import { dayAfter, startOfDay } from "#app/lib/calendar-day.ts";
import { isRole, type Role } from "#app/permissions.ts";
import type { UserFilter } from "./user-list.server.ts";

/** What a filter of the list of users is set to, as in the URL; "" for what is not set. */
export interface ChosenFilter {
  role: Role | "";
  ban: "banned" | "not-banned" | "";
  /** The first and the last day on which they were created. ISO 8601, or whatever the URL holds instead. */
  createdFrom: string;
  createdTo: string;
}

/**
 * Reads which users the list is to show. An unknown role or ban counts as absent.
 * @param timeZone the one in which the days begin and end
 * @returns `filter`, or the key of the message that says what is wrong with the days
 */
export function readUserFilter(
  searchParams: URLSearchParams,
  timeZone: string,
): { chosen: ChosenFilter } & (
  | { filter: UserFilter; problem: null }
  | { filter: null; problem: "user:errors.notADay" | "user:errors.daysReversed" }
) {
  const role = searchParams.get("role") ?? "";
  const ban = searchParams.get("ban") ?? "";
  const chosen: ChosenFilter = {
    role: isRole(role) ? role : "",
    ban: ban === "banned" || ban === "not-banned" ? ban : "",
    createdFrom: searchParams.get("createdFrom") ?? "",
    createdTo: searchParams.get("createdTo") ?? "",
  };
  const { createdFrom, createdTo } = chosen;
  const areDays = [createdFrom, createdTo].every((text) => text === "" || day().safeParse(text).success);
  if (!areDays) return { chosen, filter: null, problem: "user:errors.notADay" };
  if (createdFrom && createdTo && createdTo < createdFrom) {
    return { chosen, filter: null, problem: "user:errors.daysReversed" };
  }
  const filter = {
    role: chosen.role || null,
    banned: chosen.ban === "" ? null : chosen.ban === "banned",
    createdFrom: createdFrom ? startOfDay(createdFrom, timeZone) : null,
    createdBefore: createdTo ? startOfDay(dayAfter(createdTo), timeZone) : null,
  };
  return { chosen, filter, problem: null };
}

import type { ParseKeys } from "i18next";
import * as z from "zod";
import { ALL_RESULTS, CHOSEN, MAX_CHOSEN, MAX_RESULTS_AT_ONCE } from "./chosen.ts";
import type { Page } from "./page.ts";

// What a form sends that is about the chosen rows of a list (selection.tsx).

/** The ids of the chosen rows. Too many are refused by {@link refuseChosen}, which says so. */
export const chosenIds = z.array(z.string().max(100)).max(1000);

type Message = [
  message: ParseKeys,
  options: { type?: "error" | "warning"; values?: Record<string, string | number>; undo?: string },
];

/** What to tell somebody who chose no row, or too many; null if they chose well. */
export function refuseChosen(ids: string[]): Message | null {
  if (ids.length === 0) return ["selection:errors.none", { type: "error" }];
  if (ids.length > MAX_CHOSEN) {
    return ["selection:tooMany", { type: "error", values: { limit: MAX_CHOSEN } }];
  }
  return null;
}

/** How many results somebody saw who means all of them: a field of a form, or a parameter of the URL of its question. */
export const allResults = z.coerce.number().int().min(1).max(MAX_RESULTS_AT_ONCE);

/** The same from a URL; null if it says nothing of the kind. */
export const allResultsIn = (url: URL): number | null =>
  allResults.safeParse(url.searchParams.get(ALL_RESULTS)).data ?? null;

/**
 * How many results the list offers to mean at once: all, if they are known to be more than the page has, and no more than one action
 * takes; otherwise null.
 */
export const offeredResults = ({
  total,
  page,
}: {
  total: number | null;
  page: Page<unknown>;
}): number | null => (total !== null && page.next !== null && total <= MAX_RESULTS_AT_ONCE ? total : null);

/** What to tell somebody who means all results, if there are more by now than they saw; null if not. @param ids the results */
export const refuseMore = (ids: string[], seen: number): Message | null =>
  ids.length > seen ? ["selection:errors.moreResults", { type: "error" }] : null;

/** What an action tells that found all of the chosen rows, some of them ({{count}} of {{total}}), or none. */
interface ChosenTexts {
  all: ParseKeys;
  some: ParseKeys;
  none: ParseKeys;
}

/** Says how many of the chosen rows an action found. @param undo the path that a POST undoes it at */
export function chosenMessage(texts: ChosenTexts, ids: string[], found: number, undo?: string): Message {
  const asked = new Set(ids).size;
  if (found === 0) return [texts.none, { type: "warning", values: { count: asked } }];
  const values = { count: found, total: asked };
  return found === asked
    ? [texts.all, { values, ...(undo && { undo }) }]
    : [texts.some, { type: "warning", values, ...(undo && { undo }) }];
}

/** The ids in the URL of a list whose boxes are to be checked. */
export const chosenIn = (url: URL): string[] => url.searchParams.getAll(CHOSEN).slice(0, MAX_CHOSEN);

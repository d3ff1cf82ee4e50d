import type { ParseKeys } from "i18next";
import * as z from "zod";
import { sha256 } from "#app/core/lib/bytes.ts";
import type { Page } from "#app/core/lists/page.ts";
import { ALL_RESULTS, MAX_RESULTS_AT_ONCE, MAX_SELECTED, SELECTED } from "./selected-rows.ts";

// The fields of a form about the selected rows of a list (selection.tsx).

/** The ids of the selected rows. {@link refuseSelection} refuses too many, with a message. */
export const selectedIds = z.array(z.string().max(100)).max(1000);

type Message = [
  message: ParseKeys,
  options: { type?: "error" | "warning"; values?: Record<string, string | number>; undo?: string },
];

/** The message for somebody who selected no row, or too many; null if the selection is fine. */
export function refuseSelection(ids: string[]): Message | null {
  if (ids.length === 0) return ["selection:errors.none", { type: "error" }];
  if (ids.length > MAX_SELECTED) {
    return ["selection:tooMany", { type: "error", values: { limit: MAX_SELECTED } }];
  }
  return null;
}

/**
 * How many results the reader saw when they selected all of them: a form field, or a parameter in the URL of the
 * confirmation.
 */
export const allResults = z.coerce.number().int().min(1).max(MAX_RESULTS_AT_ONCE);

/** Whether a URL asks to confirm an action on all results. */
export const meansAllResults = (url: URL): boolean =>
  allResults.safeParse(url.searchParams.get(ALL_RESULTS)).success;

/** All results, as a confirmation shows and sends them. */
export interface AskedResults {
  count: number;
  /** A hash of their ids, so other rows have another hash. */
  mark: string;
}

const markOf = (ids: string[]) => sha256(ids.toSorted().join());

/**
 * The results that a confirmation asks about; null if they can't be selected together (any more).
 * @param ids the results
 */
export async function askedResults(ids: string[] | null): Promise<AskedResults | null> {
  if (ids === null || ids.length === 0 || ids.length > MAX_RESULTS_AT_ONCE) return null;
  return { count: ids.length, mark: await markOf(ids) };
}

/**
 * How many results the list offers to select together: all, if they are known to be more than the page shows and no
 * more than one action takes; otherwise null.
 */
export const offeredResults = ({
  total,
  page,
}: {
  total: number | null;
  page: Page<unknown>;
}): number | null => (total !== null && page.next !== null && total <= MAX_RESULTS_AT_ONCE ? total : null);

/**
 * The message if other results are found now than when the reader was asked to confirm; otherwise null.
 * @param mark the mark of the results that the reader has confirmed
 */
export const refuseOthers = async (ids: string[], mark: string): Promise<Message | null> =>
  (await askedResults(ids))?.mark === mark ? null : ["selection:errors.otherResults", { type: "error" }];

/** The messages of an action that found all selected rows, some of them ({{count}} of {{total}}), or none. */
interface SelectionTexts {
  all: ParseKeys;
  some: ParseKeys;
  none: ParseKeys;
}

/** The message about how many selected rows an action found. @param undo the path that undoes it by a POST */
export function selectionMessage(
  texts: SelectionTexts,
  ids: string[],
  found: number,
  undo?: string,
): Message {
  const selected = new Set(ids).size;
  if (found === 0) return [texts.none, { type: "warning", values: { count: selected } }];
  const values = { count: found, total: selected };
  return found === selected
    ? [texts.all, { values, ...(undo && { undo }) }]
    : [texts.some, { type: "warning", values, ...(undo && { undo }) }];
}

/** The ids of the rows that a list's URL marks as selected. */
export const selectedIn = (url: URL): string[] => url.searchParams.getAll(SELECTED).slice(0, MAX_SELECTED);

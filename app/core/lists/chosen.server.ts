import type { ParseKeys } from "i18next";
import * as z from "zod";
import { CHOSEN, MAX_CHOSEN } from "./chosen.ts";

// What a form sends that is about the chosen rows of a list (selection.tsx).

/** The ids of the chosen rows. Too many are refused by {@link refuseChosen}, which says so. */
export const chosenIds = z.array(z.string().max(100)).max(1000);

type Message = [
  message: ParseKeys,
  options: { type?: "error" | "warning"; values?: Record<string, string | number>; undo?: string },
];

/** What to tell somebody who chose no row, or too many; null if they chose well. */
export function refuseChosen(ids: string[]): Message | null {
  if (ids.length === 0) return ["selection:none", { type: "error" }];
  if (ids.length > MAX_CHOSEN) {
    return ["selection:tooMany", { type: "error", values: { limit: MAX_CHOSEN } }];
  }
  return null;
}

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

import { ICON_NAMES } from "#app/core/ui/icon-names.ts";
import type { PaletteCommand } from "./use-commands.ts";

/** Where a page has what can be done: beside the name of a row, in the menu "More", and in the bar of chosen rows. */
const PLACES = ":is([data-row], .menu, .menu-row, .selection-bar)";

/**
 * What the page that is open offers to do, with what it shows or with the rows that are chosen. To run one is to press its link or
 * button, so it asks and answers as it does there.
 */
export function pageCommands(): PaletteCommand[] {
  const subject = document.querySelector("main h1")?.textContent?.trim() ?? "";
  const offered = document.querySelectorAll<HTMLElement>(
    `main ${PLACES} :is(a:not([data-clear]), button[type="submit"])`,
  );
  return [...offered].filter(isOffered).map((element) => ({
    label: element.textContent.trim(),
    detail: subject,
    ...iconOf(element),
    to: () => element.click(),
  }));
}

/** Whether readers can get at an element, perhaps by opening the menu that it is in. */
function isOffered(element: HTMLElement): boolean {
  const menu = element.closest("[popover]:not(:popover-open)");
  return (menu?.parentElement ?? element).getClientRects().length > 0;
}

function iconOf(element: HTMLElement): Pick<PaletteCommand, "icon"> {
  const name = element.querySelector("use")?.getAttribute("href")?.split("#")[1];
  const icon = ICON_NAMES.find((known) => known === name);
  return icon ? { icon } : {};
}

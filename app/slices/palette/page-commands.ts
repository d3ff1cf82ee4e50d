import { ICON_NAMES } from "#app/core/ui/icon-names.ts";
import type { PaletteCommand } from "./use-commands.ts";

/** The parts of a page with actions: next to the name of a row, in the menu "More", and in the bar of selected rows. */
const PLACES = ":is([data-row], .menu, .menu-row, .selection-bar)";

/**
 * The actions of the page on the screen, for its row or the selected ones. A command presses the link or button on the
 * page, so it asks for confirmation and responds in the same way.
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

/** Whether the reader can reach an element, perhaps by opening the menu around it. */
function isOffered(element: HTMLElement): boolean {
  const menu = element.closest("[popover]:not(:popover-open)");
  return (menu?.parentElement ?? element).getClientRects().length > 0;
}

function iconOf(element: HTMLElement): Pick<PaletteCommand, "icon"> {
  const name = element.querySelector("use")?.getAttribute("href")?.split("#")[1];
  const icon = ICON_NAMES.find((known) => known === name);
  return icon ? { icon } : {};
}

/**
 * The keys of a menu button, on a popover of links and buttons (WAI-ARIA Authoring Practices, Menu Button). The arrows
 * open the menu and move through its entries, in a circle. Home and End move to the first and last entry, a letter to
 * the next entry that starts with it. Escape closes the menu, as it does any popover, and so does leaving it with Tab.
 * The entries keep their roles as links and buttons, because that is all they are without script.
 */
export function addMenuKeys(opener: HTMLElement, list: HTMLElement, signal: AbortSignal): void {
  const entries = () => [...list.querySelectorAll<HTMLElement>("a, button")];
  opener.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      list.showPopover();
      entries()
        .at(event.key === "ArrowDown" ? 0 : -1)
        ?.focus();
    },
    { signal },
  );
  list.addEventListener(
    "keydown",
    (event) => {
      // On a wide screen, some menus are a row of links.
      if (!list.matches(":popover-open")) return;
      const all = entries();
      const next = entryFor(event, all, all.indexOf(document.activeElement as HTMLElement));
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    { signal },
  );
  list.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      const to = relatedTarget instanceof Node ? relatedTarget : null;
      if (list.matches(":popover-open") && to && to !== opener && !list.contains(to)) list.hidePopover();
    },
    { signal },
  );
}

/** The entry that gets the focus after a key. @param here the position of the focused entry */
function entryFor(event: KeyboardEvent, entries: HTMLElement[], here: number): HTMLElement | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === "Home") return entries[0];
  if (key === "End") return entries.at(-1);
  if (key === "ArrowDown") return entries[(here + 1) % entries.length];
  // Wrap around: the entry before the first one is the last one.
  if (key === "ArrowUp") return entries.at(here - 1);
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const begins = (entry: HTMLElement) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...entries.slice(here + 1), ...entries.slice(0, here)].find(begins);
}

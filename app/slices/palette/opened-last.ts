import { useEffect } from "react";
import { useLocation } from "react-router";

/** How many rows are remembered. */
const MOST = 5;

/** The path of a row's own page in the manager. */
const ROW = /^\/manager\/[\w-]+\/[\da-f-]{36}$/;

let opened: { to: string; label: string }[] = [];

/** Remembers the page of a row, in memory only, until the reader leaves the manager. */
function noteOpened(pathname: string): void {
  // The heading alone does not show that the row exists, because a "not found" page has one, too.
  const isRow = ROW.test(pathname) && document.querySelector("main [data-row]") !== null;
  const label = isRow && document.querySelector("main h1")?.textContent?.trim();
  if (!label) return;
  opened = [{ to: pathname, label }, ...opened.filter(({ to }) => to !== pathname)].slice(0, MOST + 1);
}

/** The rows that were opened last, most recent first, without the one on the screen. */
export const openedLast = (pathname: string) => opened.filter(({ to }) => to !== pathname).slice(0, MOST);

/**
 * Remembers each opened page of a row until the reader leaves the manager, because the next person to sign in may be
 * somebody else.
 */
export function NoteOpened(): null {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, also to the same page
  useEffect(() => noteOpened(pathname), [pathname, key]);
  useEffect(
    () => () => {
      opened = [];
    },
    [],
  );
  return null;
}

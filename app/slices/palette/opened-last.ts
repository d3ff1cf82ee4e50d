import { useEffect } from "react";
import { useLocation } from "react-router";

/** How many are remembered. */
const MOST = 5;

/** The path of a row's own page in the manager. */
const ROW = /^\/manager\/[\w-]+\/[\da-f-]{36}$/;

let opened: { to: string; label: string }[] = [];

/** Remembers that the page of a row was opened, until the manager is left: nothing of it is stored. */
function noteOpened(pathname: string): void {
  // What is not there has a heading, too.
  const isRow = ROW.test(pathname) && document.querySelector("main [data-row]") !== null;
  const label = isRow && document.querySelector("main h1")?.textContent?.trim();
  if (!label) return;
  opened = [{ to: pathname, label }, ...opened.filter(({ to }) => to !== pathname)].slice(0, MOST + 1);
}

/** The rows that were opened last, the latest first, without the one that is open. */
export const openedLast = (pathname: string) => opened.filter(({ to }) => to !== pathname).slice(0, MOST);

/** Remembers each page of a row that is opened, until the manager is left: who signs in next is somebody else. */
export function NoteOpened(): null {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, also one that was opened before
  useEffect(() => noteOpened(pathname), [pathname, key]);
  useEffect(
    () => () => {
      opened = [];
    },
    [],
  );
  return null;
}

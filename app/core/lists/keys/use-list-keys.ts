import { type RefObject, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { useMayOpen } from "#app/core/ui/may-open.ts";

/**
 * Adds the keyboard shortcuts of a table, once their script (list-keys.ts) is loaded.
 * @param editPath returns the path of the form that edits a row, by the row's position; undefined if there is none
 */
export function useListKeys(
  table: RefObject<HTMLElement | null>,
  editPath: (row: number) => string | undefined,
): void {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const edit = useEffectEvent((row: number) => {
    const path = editPath(row);
    if (path !== undefined && mayOpen(path)) navigate(path);
  });
  useEffect(() => {
    const listening = new AbortController();
    // Without this script, the list still works, but not its shortcuts.
    loadOptional(() => import("./list-keys.ts")).then(
      ({ listenToListKeys }) => table.current && listenToListKeys(table.current, edit, listening.signal),
      () => {},
    );
    return () => listening.abort();
  }, [table]);
}

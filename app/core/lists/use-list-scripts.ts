import { type RefObject, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { useMayOpen } from "#app/core/ui/may-open.ts";

/**
 * Adds the behaviour that slices have for tables (app/list-scripts.ts) to a table, once their script is loaded.
 * @param editPath returns the path of the form that edits a row, by the row's position; undefined if there is none
 */
export function useListScripts(
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
    // The list works without them.
    loadOptional(() => import("#app/list-scripts.ts")).then(
      ({ listScripts }) => {
        for (const add of listScripts()) if (table.current) add(table.current, edit, listening.signal);
      },
      () => {},
    );
    return () => listening.abort();
  }, [table]);
}

import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { FindResult } from "#app/core/lists/search/finder.ts";

/** How long typing must pause before the server is asked, in milliseconds, as in the search of a list. */
const PAUSE = 250;

/** A constant, so that every empty result is the same object. */
const NONE: FindResult["groups"] = [];

/**
 * Asks the server for the results of a term, once typing pauses.
 * @param path the path that returns a FindResult for `term`
 * @param term the trimmed term
 * @returns `groups`, the results for this term and no other; `state`, "pending" until the server has responded,
 * "failed" if it could not
 */
export function useFinder(
  path: string,
  term: string,
): { groups: FindResult["groups"]; state: "pending" | "answered" | "failed" } {
  const { data, load } = useFetcher<FindResult>();
  const [loaded, setLoaded] = useState("");
  useEffect(() => {
    if (!term) return;
    const timer = window.setTimeout(async () => {
      setLoaded("");
      await load(`${path}?${new URLSearchParams({ term })}`);
      setLoaded(term);
    }, PAUSE);
    return () => window.clearTimeout(timer);
  }, [term, load, path]);
  if (!term) return { groups: NONE, state: "answered" };
  if (data?.term === term) return { groups: data.groups, state: "answered" };
  return { groups: NONE, state: loaded === term ? "failed" : "pending" };
}

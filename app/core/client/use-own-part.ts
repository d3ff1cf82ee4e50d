import { useEffect } from "react";
import { useFetcher } from "react-router";

/**
 * Loads what a page has left out because it is the reader's own (ownPartFollows).
 * @param path of the route whose loader reads it, also relative to this one; null if the page came with it
 * @returns undefined until it has come, null if it could not be read
 */
export function useOwnPart<Loader>(path: string | null) {
  const { data, load } = useFetcher<Loader>();
  useEffect(() => {
    if (path !== null) load(path);
  }, [path, load]);
  return data;
}

import { useEffect } from "react";
import { useFetcher } from "react-router";

/**
 * Loads what a page left out because it is the reader's own (ownPartFollows). The router loads it again after
 * each form.
 * @param path of the loader; null if the page already has the data
 * @returns what the loader returned; undefined until then
 */
export function useOwnPart<Loader>(path: string | null) {
  const { data, load } = useFetcher<Loader>();
  useEffect(() => {
    if (path) load(path);
  }, [path, load]);
  return data;
}

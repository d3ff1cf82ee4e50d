import { useFetcher, useLocation, useNavigation } from "react-router";

/**
 * The fetcher for further pages of a list with actions (useLoadMore): `usePageFetcher<typeof loader>()`. Each history
 * entry has its own. When a form is sent, the hook changes to another fetcher, because otherwise the router would
 * revalidate this one, while the next list loads its own pages.
 */
export function usePageFetcher<Loader>() {
  const { key } = useLocation();
  const isSent = useNavigation().formMethod === "POST";
  return useFetcher<Loader>({ key: isSent ? `${key} is left` : key });
}

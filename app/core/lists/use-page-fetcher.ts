import { useFetcher, useLocation, useNavigation } from "react-router";

/**
 * The fetcher of the further pages of a list with actions (useLoadMore): `usePageFetcher<typeof loader>()`. Each history entry has its own.
 * It is let go when a form is sent: the router would load what it holds once more, while the list that comes next loads its own.
 */
export function usePageFetcher<Loader>() {
  const { key } = useLocation();
  const isSent = useNavigation().formMethod === "POST";
  return useFetcher<Loader>({ key: isSent ? `${key} is left` : key });
}

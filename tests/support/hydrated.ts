/**
 * Runs in the page: whether React has hydrated it. React has no API for this. The root's internal state says whether
 * the server's page still has to be hydrated.
 */
export function isHydrated(): boolean {
  const [, root] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer")) ?? [];
  return root?.stateNode.current.memoizedState.isDehydrated === false;
}

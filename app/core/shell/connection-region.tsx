import { type ComponentType, lazy, Suspense } from "react";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

const ConnectionLine = lazy<ComponentType>(() =>
  loadOptional(() => import("./connection-line.tsx")).catch(() => ({ default: () => null })),
);

/**
 * Renders ConnectionLine. Its script loads as soon as the page is hydrated, because it is needed when nothing can be
 * fetched.
 */
export function ConnectionRegion() {
  if (!useHydrated()) return null;
  return (
    <Suspense>
      <ConnectionLine />
    </Suspense>
  );
}

import type { RouterContextProvider } from "react-router";
import { findViewerContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { ImpersonationNotice } from "#app/core/ui/document-context.ts";

/**
 * The impersonation banner of every page, including error pages. Null if nobody is impersonated, or if that is unknown.
 */
export async function impersonationNotice(
  context: Readonly<RouterContextProvider>,
): Promise<ImpersonationNotice | null> {
  try {
    const viewer = await context.get(findViewerContext)();
    if (!viewer?.impersonator) return null;
    return { user: viewer.name ?? viewer.email, until: timeFormatter(context)(viewer.impersonator.endsAt) };
  } catch {
    // The request was refused before the session middleware ran, or D1 failed. The page itself reports the failure.
    return null;
  }
}

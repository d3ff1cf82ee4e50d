import type { RouterContextProvider } from "react-router";
import { findViewerContext } from "#app/context.ts";
import { timeInWords } from "#app/i18n/time-in-words.server.ts";
import type { ImpersonationNotice } from "#app/ui/document-context.ts";

/** What the banner of every page says, error pages too: null where nobody is impersonated, or none can know. */
export async function impersonationNotice(
  context: Readonly<RouterContextProvider>,
): Promise<ImpersonationNotice | null> {
  try {
    const viewer = await context.get(findViewerContext)();
    if (!viewer?.impersonator) return null;
    return { user: viewer.name ?? viewer.email, until: timeInWords(context)(viewer.impersonator.endsAt) };
  } catch {
    // The request was refused before the session was looked at, or D1 can't be asked: the page says so.
    return null;
  }
}

import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { regionNames } from "#app/core/i18n/formats.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { type FormattedTime, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import type { Page } from "#app/core/lists/page.ts";
import { listSessions, type SessionSummary } from "./session-list.server.ts";

/** A session with its formatted times and country, for pages. */
export interface SessionRow extends Pick<SessionSummary, "id" | "device" | "country"> {
  updated: FormattedTime;
  expires: FormattedTime;
  /** Whether this is the reader's current session. */
  current: boolean;
}

/** A page of a user's sessions, in the reader's language and time zone. */
export async function sessionRows(
  context: Readonly<RouterContextProvider>,
  userId: string | SQL<string>,
  after: string | null,
): Promise<Page<SessionRow>> {
  const { now } = context.get(platformContext);
  const page = await listSessions(
    context.get(dbContext),
    userId,
    parseCursor(after, timeKeys),
    now,
    context.get(settingsContext),
  );
  const { sessionId } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  const countries = regionNames(languageOf(context.get(i18nContext)).key);
  return {
    ...page,
    items: page.items.map(({ id, device, country, updatedAt, expiresAt }) => ({
      id,
      device,
      country: country && /^[A-Z]{2}$/.test(country) ? (countries.of(country) ?? country) : null,
      updated: fromNow(updatedAt),
      expires: fromNow(expiresAt),
      current: id === sessionId,
    })),
  };
}

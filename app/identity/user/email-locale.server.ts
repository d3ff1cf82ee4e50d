import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import {
  type EmailLocale,
  i18nContext,
  platformContext,
  settingsContext,
  type Viewer,
} from "#app/context.ts";
import { readLanguageCookie } from "#app/core/i18n/language-cookie.ts";
import { isLanguage, LANGUAGE_PARAMETER, languageOf } from "#app/core/i18n/languages.ts";
import { readTimeZoneCookie } from "#app/core/i18n/time-zone-cookie.ts";
import { users } from "#app/identity/tables/users.ts";

type Context = Readonly<RouterContextProvider>;

/** Stores the language in which a user has just signed in, and their time zone. */
export function storeEmailLocale(context: Context, request: Request, userId: string): void {
  const fromBrowser = browserLocale(context, request);
  const { timeZone } = context.get(platformContext);
  store(context, userId, {
    language: languageOf(context.get(i18nContext)).key,
    // Cloudflare's guess of the time zone is used only until the user's browser has sent its own.
    timeZone: fromBrowser.timeZone ?? sql`coalesce(${users.timeZone}, ${timeZone})`,
  });
}

/**
 * Stores a signed-in user's later selections. Not during impersonation, because the browser is then the
 * administrator's.
 */
export function keepMailLocale(
  context: Context,
  request: Request,
  { id, mailLocale, impersonator }: Pick<Viewer, "id" | "mailLocale" | "impersonator">,
): void {
  if (impersonator || !mailLocale) return;
  const fromBrowser = browserLocale(context, request);
  const language = fromBrowser.language ?? mailLocale.language ?? languageOf(context.get(i18nContext)).key;
  const timeZone = fromBrowser.timeZone ?? mailLocale.timeZone ?? context.get(platformContext).timeZone;
  if (language === mailLocale.language && timeZone === mailLocale.timeZone) return;
  store(context, id, { language, timeZone });
}

/**
 * The settings that the browser itself has sent: the language selected there, and the browser's time zone.
 */
function browserLocale(context: Context, request: Request): EmailLocale {
  const cookies = request.headers.get("Cookie");
  const named = new URL(request.url).searchParams.get(LANGUAGE_PARAMETER);
  const isSelected = isLanguage(named) || isLanguage(readLanguageCookie(cookies));
  return {
    language: isSelected ? languageOf(context.get(i18nContext)).key : null,
    timeZone: readTimeZoneCookie(cookies)?.zone ?? null,
  };
}

/**
 * This runs after the response, because nothing on the page depends on it. It does not run in the read-only demo, whose
 * accounts everybody shares.
 */
function store(context: Context, userId: string, locale: { language: string; timeZone: string | SQL }): void {
  if (context.get(settingsContext).DEMO) return;
  const { language, timeZone } = users;
  const differs = sql`(${language} is not ${locale.language} or ${timeZone} is not ${locale.timeZone})`;
  context.get(platformContext).inBackground((db) =>
    db
      .update(users)
      // Keep `updatedAt`, because the row must count as unchanged for anyone who is editing the account.
      .set({ ...locale, updatedAt: sql`${users.updatedAt}` })
      .where(and(eq(users.id, userId), differs)),
  );
}

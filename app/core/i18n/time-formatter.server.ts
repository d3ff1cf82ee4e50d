import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { dateFormat } from "./formats.ts";
import { languageOf } from "./languages.ts";
import { relativeTime } from "./relative-time.ts";

/**
 * Formats times in the reader's language and time zone. Only on the server: a browser may format dates differently, and
 * the page would change in front of the reader.
 *
 * @returns a formatter for milliseconds since 1970
 */
export function timeFormatter(context: Readonly<RouterContextProvider>): (time: number) => string {
  const format = dateFormat(languageOf(context.get(i18nContext)).key, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: context.get(platformContext).timeZone,
  });
  // Keeps "PM" on the same line as its time.
  return (time) => format.format(time).replace(/ (?=\p{L}{1,2}$)/u, "\u00a0");
}

/** Like {@link timeFormatter}, to the second and with the time zone. */
export function exactTime(context: Readonly<RouterContextProvider>): (time: number) => string {
  const format = dateFormat(languageOf(context.get(i18nContext)).key, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    timeZone: context.get(platformContext).timeZone,
  });
  return (time) => format.format(time);
}

/**
 * Formats the day of a time in the reader's language and time zone. @returns a formatter for milliseconds since 1970
 */
export function dayFormatter(context: Readonly<RouterContextProvider>): (time: number) => string {
  const { key } = languageOf(context.get(i18nContext));
  const format = dateFormat(key, { dateStyle: "medium", timeZone: context.get(platformContext).timeZone });
  return (time) => format.format(time);
}

/** A time to show relative to now: formatted by the server, with what the browser needs to keep it current. */
export interface FormattedTime {
  /** Milliseconds since 1970, like `now`. */
  at: number;
  now: number;
  absolute: string;
  relative: string;
}

/** Formats times relative to now and as dates, in the reader's language and time zone. */
export function timeFromNow(context: Readonly<RouterContextProvider>): (time: number) => FormattedTime {
  const inWords = timeFormatter(context);
  const { key } = languageOf(context.get(i18nContext));
  const { now } = context.get(platformContext);
  return (at) => ({ at, now, absolute: inWords(at), relative: relativeTime(at, now, key) });
}

/** The name of the reader's time zone, in their language. */
export function timeZoneLabel(context: Readonly<RouterContextProvider>): string {
  const { timeZone, now } = context.get(platformContext);
  const parts = dateFormat(languageOf(context.get(i18nContext)).key, {
    timeZone,
    timeZoneName: "long",
  }).formatToParts(now);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

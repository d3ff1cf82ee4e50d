import { NUMBER_OPTIONS } from "./languages.ts";

/** More than the languages, time zones and kinds of formatters in use at a time. */
const MAX_KEPT = 200;

const cache = new Map<string, unknown>();

/** Caches formatters for later requests, because creating one takes as long as formatting a hundred times. */
function keep<Format>(kind: string, language: string, options: object, make: () => Format): Format {
  const key = JSON.stringify([kind, language, options]);
  const format = (cache.get(key) as Format | undefined) ?? make();
  // The cache has a limit because time zones come from requests, and a stranger could spell one in many ways.
  if (cache.size >= MAX_KEPT) cache.clear();
  cache.set(key, format);
  return format;
}

/** @param language a language of locales/, or any other by its BCP 47 tag */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions) =>
  keep("date", language, options, () => new Intl.DateTimeFormat(language, options));

/** @param language a language of locales/ */
export const numberFormat = (language: string) =>
  keep("number", language, {}, () => new Intl.NumberFormat(language, NUMBER_OPTIONS));

/** Formats changes with their sign: "+3", "-3". @param language a language of locales/ */
export const changeFormat = (language: string) =>
  keep(
    "change",
    language,
    {},
    () => new Intl.NumberFormat(language, { ...NUMBER_OPTIONS, signDisplay: "exceptZero" }),
  );

/** Amounts of a unit, in full: "3 hours". @param language a language of locales/ */
export const unitFormat = (language: string, unit: "megabyte" | "hour" | "minute") =>
  keep("unit", language, { unit }, () => {
    const options = {
      ...NUMBER_OPTIONS,
      style: "unit",
      unit,
      unitDisplay: "long",
      maximumFractionDigits: 1,
    } as const;
    return new Intl.NumberFormat(language, options);
  });

/** The size of a file, as short as possible: "312 kB", "1.4 MB". @param language a language of locales/ */
export function fileSize(language: string, bytes: number): string {
  const unit = bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const maximumFractionDigits = unit === "megabyte" ? 1 : 0;
  const options = {
    ...NUMBER_OPTIONS,
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits,
  } as const;
  const format = keep("size", language, { unit }, () => new Intl.NumberFormat(language, options));
  return format.format(unit === "megabyte" ? bytes / 1_000_000 : Math.ceil(bytes / 1000));
}

/** The names of countries. @param language a language of locales/ */
export const regionNames = (language: string) =>
  keep("region", language, {}, () => new Intl.DisplayNames(language, { type: "region", fallback: "code" }));

/** @param language a language of locales/ */
export const relativeTimeFormat = (language: string) =>
  keep("relative", language, {}, () => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));

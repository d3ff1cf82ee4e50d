import { dateFormat } from "#app/core/i18n/formats.ts";
import { type LanguageKey, languageOf } from "#app/core/i18n/languages.ts";
import { pathOf, shownPage } from "./addresses.ts";
import type { ContentPage } from "./content.ts";

/** The list of the journal's entries. */
export function Entries({
  pages,
  entries,
  language,
}: {
  pages: ContentPage[];
  entries: { name: string; date: string }[];
  language: LanguageKey;
}) {
  return (
    <ul className="entries text">
      {entries.map(({ name, date }) => {
        const { title, description, language: own } = shownPage(pages, language, name);
        return (
          <li key={name}>
            <div lang={own} dir={languageOf({ language: own }).direction}>
              <h2>
                <a href={pathOf(language, name)}>{title}</a>
              </h2>
              <Day date={date} language={own} />
              <p>{description}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** A formatted day. @param date an ISO 8601 date such as 2026-11-28 */
export function Day({ date, language }: { date: string; language: LanguageKey }) {
  const day = dateFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return <time dateTime={date}>{day.format(Date.parse(date))}</time>;
}

import { useLocation } from "react-router";
import { LANGUAGE_KEYS, LANGUAGE_PARAMETER, LANGUAGES, languageOf } from "#app/i18n/languages.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** The same page in each language. Plain links: a language comes with its document. */
export function LanguageLinks() {
  const { t, i18n } = useTranslation();
  const { search } = useLocation();
  const active = languageOf(i18n).key;
  return (
    <nav aria-label={t("languages")}>
      <ul className="flex flex-wrap justify-center gap-x-1 text-sm">
        {LANGUAGE_KEYS.map((key) => {
          const parameters = new URLSearchParams(search);
          parameters.set(LANGUAGE_PARAMETER, key);
          return (
            <li key={key}>
              <a
                href={`?${parameters}`}
                hrefLang={key}
                lang={key}
                dir={LANGUAGES[key].direction}
                aria-current={key === active ? "true" : undefined}
                className="inline-flex min-h-11 items-center px-2.5 text-quiet underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {LANGUAGES[key].name}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

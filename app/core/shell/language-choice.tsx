import { href } from "react-router";
import { useLanguageChoice } from "#app/core/client/use-language-choice.ts";
import { useReturnTo } from "#app/core/client/use-return-to.ts";
import { LANGUAGE_KEYS, LANGUAGE_PARAMETER, LANGUAGES } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Spinner } from "#app/core/ui/spinner.tsx";

/** Switches the page to another language: in place if script runs, otherwise by posting a form. */
export function LanguageChoice({ className = "flex flex-wrap justify-center" }: { className?: string }) {
  const { t } = useI18n();
  const { active, loading, choose } = useLanguageChoice();
  const returnTo = useReturnTo();
  if (LANGUAGE_KEYS.length < 2) return null;
  return (
    <form
      method="post"
      action={href("/language")}
      aria-label={t("languages")}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <ul className={`${className} text-sm`}>
        {LANGUAGE_KEYS.map((key) => (
          <li key={key}>
            <button
              type="submit"
              name={LANGUAGE_PARAMETER}
              value={key}
              lang={key}
              dir={LANGUAGES[key].direction}
              aria-pressed={key === active}
              onClick={() => choose(key)}
              className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2.5 text-quiet underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
            >
              {loading === key && <Spinner label={t("loading")} />}
              <span>{LANGUAGES[key].name}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

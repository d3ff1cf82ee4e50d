import { Form, href } from "react-router";
import { LANGUAGE_KEYS, LANGUAGE_PARAMETER, LANGUAGES } from "#app/i18n/languages.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { useLanguageChoice, useReturnTo } from "#app/ui/language-choice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** The choice of a language: changed at once where script runs, else sent. */
export function LanguageForm() {
  const { t } = useTranslation();
  const { active, loading, choose } = useLanguageChoice();
  const hydrated = useHydrated();
  return (
    <Form method="post" action={href("/language")}>
      <input type="hidden" name="returnTo" value={useReturnTo()} />
      <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <legend className="mb-1 font-medium">{t("languages")}</legend>
        {LANGUAGE_KEYS.map((key) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={LANGUAGE_PARAMETER}
              value={key}
              className="size-5 accent-plum-solid"
              checked={key === (loading ?? active)}
              onChange={() => choose(key)}
            />
            <span lang={key} dir={LANGUAGES[key].direction}>
              {LANGUAGES[key].name}
            </span>
          </label>
        ))}
        {!hydrated && <SubmitButton variant="secondary">{t("account:theme.submit")}</SubmitButton>}
      </fieldset>
    </Form>
  );
}

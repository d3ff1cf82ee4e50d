import { href } from "react-router";
import { LANGUAGE_KEYS, LANGUAGE_PARAMETER, LANGUAGES } from "#app/i18n/languages.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLanguageChoice, useReturnTo } from "#app/ui/language-choice.tsx";
import { ChoiceForm } from "./choice-form.tsx";

/** The choice of a language. */
export function LanguageForm() {
  const { t } = useTranslation();
  const { active, loading, choose } = useLanguageChoice();
  return (
    <ChoiceForm
      action={href("/language")}
      returnTo={useReturnTo()}
      name={LANGUAGE_PARAMETER}
      legend={t("languages")}
      choices={LANGUAGE_KEYS.map((key) => ({
        value: key,
        label: LANGUAGES[key].name,
        lang: key,
        dir: LANGUAGES[key].direction,
      }))}
      value={loading ?? active}
      onChoose={choose}
    />
  );
}

import { href } from "react-router";
import { useLanguageChoice } from "#app/core/client/use-language-choice.ts";
import { useReturnTo } from "#app/core/client/use-return-to.ts";
import { LANGUAGE_KEYS, LANGUAGE_PARAMETER, LANGUAGES } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ChoiceForm } from "./choice-form.tsx";

/** The language setting. */
export function LanguageForm() {
  const { t } = useI18n();
  const { active, loading, choose } = useLanguageChoice();
  const returnTo = useReturnTo();
  if (LANGUAGE_KEYS.length < 2) return null;
  return (
    <ChoiceForm
      action={href("/language")}
      returnTo={returnTo}
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

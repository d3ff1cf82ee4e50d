import { href, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { chooseTheme, useTheme } from "#app/ui/theme.ts";
import { THEMES } from "#app/ui/themes.ts";
import { ChoiceForm } from "./choice-form.tsx";

/** The choice of a theme. */
export function ThemeForm() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <ChoiceForm
      action={href("/theme")}
      returnTo={pathname}
      name="theme"
      legend={t("account:theme.legend")}
      choices={THEMES.map((choice) => ({ value: choice, label: t(`account:theme.${choice}`) }))}
      value={useTheme()}
      onChoose={chooseTheme}
    />
  );
}

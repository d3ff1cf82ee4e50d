import { href, useLocation } from "react-router";
import { chooseTheme, useTheme } from "#app/core/client/use-theme.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { THEMES } from "#app/core/ui/theme.ts";
import { ChoiceForm } from "./choice-form.tsx";

/** The theme setting. */
export function ThemeForm() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  return (
    <ChoiceForm
      action={href("/theme")}
      returnTo={pathname}
      name="theme"
      legend={t("theme:legend")}
      choices={THEMES.map((choice) => ({ value: choice, label: t(`theme:${choice}`) }))}
      value={useTheme()}
      onChoose={chooseTheme}
    />
  );
}

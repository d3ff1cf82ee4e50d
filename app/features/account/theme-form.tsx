import { Form, href, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { chooseTheme, useTheme } from "#app/ui/theme.ts";
import { THEMES } from "#app/ui/themes.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** The choice of a theme: put on at once where script runs, else sent. */
export function ThemeForm() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const theme = useTheme();
  const hydrated = useHydrated();
  return (
    <Form method="post" action={href("/theme")}>
      <input type="hidden" name="returnTo" value={pathname} />
      <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <legend className="mb-1 font-medium">{t("account:theme.legend")}</legend>
        {THEMES.map((choice) => (
          <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="theme"
              value={choice}
              className="size-5 accent-plum-solid"
              checked={choice === theme}
              onChange={() => chooseTheme(choice)}
            />
            {t(`account:theme.${choice}`)}
          </label>
        ))}
        {!hydrated && <SubmitButton variant="secondary">{t("account:theme.submit")}</SubmitButton>}
      </fieldset>
    </Form>
  );
}

import { href } from "react-router";
import { useReturnTo } from "#app/core/client/use-return-to.ts";
import { chooseTheme, useTheme } from "#app/core/client/use-theme.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { THEMES, type Theme } from "#app/core/ui/theme.ts";

const ICONS: Record<Theme, IconName> = { system: "monitor", light: "sun", dark: "moon" };

/** Switches to another theme: in place if script runs, otherwise by posting a form. */
export function ThemeChoice() {
  const { t } = useI18n();
  const active = useTheme();
  return (
    <form
      method="post"
      action={href("/theme")}
      aria-label={t("theme:legend")}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="returnTo" value={useReturnTo()} />
      <ul className="flex">
        {THEMES.map((theme) => (
          <li key={theme}>
            <button
              type="submit"
              name="theme"
              value={theme}
              title={t(`theme:${theme}`)}
              aria-pressed={theme === active}
              onClick={() => chooseTheme(theme)}
              className="flex size-11 cursor-pointer items-center justify-center rounded-lg text-quiet hover:bg-accent-soft aria-pressed:text-accent"
            >
              <Icon name={ICONS[theme]} className="size-5" />
              <span className="sr-only">{t(`theme:${theme}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

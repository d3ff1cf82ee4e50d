import { href } from "react-router";
import { useLanguageChoice } from "#app/core/client/use-language-choice.ts";
import { chooseTheme, useTheme } from "#app/core/client/use-theme.ts";
import { LANGUAGE_KEYS, LANGUAGES } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { THEMES } from "#app/core/ui/theme.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { entriesFor, type NavigationEntry } from "#app/identity/shell/navigation.ts";
import type { Role } from "#app/permissions.ts";
import { showKeys } from "#app/slices/shortcut/single-key.ts";

/** An entry of the palette: a command, or a link. */
export interface PaletteCommand {
  label: string;
  /** The kind of command. Searches include it. */
  detail?: string;
  icon?: IconName;
  /** A path to open, or a function to call once the palette is closed. */
  to: string | (() => void);
  /** Whether the entry appears only in searches. Without a term, the list would be too long. */
  isSearched?: boolean;
}

/**
 * The commands that every page has: what the reader may add, the theme, the language, the list of shortcuts, and
 * signing out, which asks for confirmation.
 */
export function useCommands(role: Role): PaletteCommand[] {
  const { t } = useI18n();
  const theme = useTheme();
  const { active, choose } = useLanguageChoice();
  const actions = ENTITY_NAMES.map(
    (entity): NavigationEntry => ({
      to: href(`/manager/${ENTITIES[entity]}/new`),
      label: t(`${entity}:manager.new`),
      icon: "plus",
      permission: `${entity}:create`,
    }),
  );
  return [
    ...entriesFor(role, actions),
    { label: t("shortcut:title"), icon: "keyboard", to: showKeys },
    { label: t("common:signOut"), icon: "log-out", to: href("/sign-out") },
    ...THEMES.filter((other) => other !== theme).map((other) => ({
      label: t(`theme:${other}`),
      detail: t("theme:legend"),
      to: () => chooseTheme(other),
      isSearched: true,
    })),
    ...LANGUAGE_KEYS.filter((other) => other !== active).map((other) => ({
      label: LANGUAGES[other].name,
      detail: t("common:languages"),
      to: () => choose(other),
      isSearched: true,
    })),
  ];
}

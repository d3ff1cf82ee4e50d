import { i18nContext, settingsContext } from "#app/context.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";

export const siteHooks: IdentityHooks = {
  visitorsHome: (context) =>
    context.get(settingsContext).LANDING ? `/${languageOf(context.get(i18nContext)).key}` : null,
};

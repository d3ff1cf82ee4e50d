import { dbContext, i18nContext, settingsContext } from "#app/context.ts";
import { dayFormatter, timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { lastUseOf, listPasskeys } from "./passkey.server.ts";

/**
 * Reads how many passkeys a user has, since when, and when they used one, for their page in the manager. The text is formatted here, because the page loads
 * no other strings about passkeys.
 */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "passkey",
  async read(context, userId) {
    if (!context.get(settingsContext).PASSKEYS) return () => null;
    const { t } = context.get(i18nContext);
    const all = await listPasskeys(context.get(dbContext), userId);
    const latest = all.at(-1);
    const lastUsedAt = lastUseOf(all);
    const value = [
      latest ? t("account:passkeys.count", { count: all.length }) : t("account:passkeys.none"),
      ...(latest ? [t("account:passkeys.latest", { day: dayFormatter(context)(latest.createdAt) })] : []),
      ...(lastUsedAt === null
        ? []
        : [t("account:passkeys.lastUsed", { time: timeFormatter(context)(lastUsedAt) })]),
    ].join(" · ");
    return () => ({ term: t("account:passkeys.title"), value });
  },
};

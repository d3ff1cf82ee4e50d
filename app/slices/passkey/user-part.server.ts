import { dbContext, i18nContext, settingsContext } from "#app/context.ts";
import { timeInWords } from "#app/core/i18n/time-in-words.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { lastUseOf, listPasskeys } from "./passkey.server.ts";

/** How many passkeys a user has, on their page in the manager. In words here: the page needs no other string of them. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "passkey",
  async read(context, userId) {
    if (!context.get(settingsContext).PASSKEYS) return () => null;
    const { t } = context.get(i18nContext);
    const all = await listPasskeys(context.get(dbContext), userId);
    const lastUsedAt = lastUseOf(all);
    const value = [
      all.length > 0 ? t("account:passkeys.count", { count: all.length }) : t("account:passkeys.none"),
      ...(lastUsedAt === null
        ? []
        : [t("account:passkeys.lastUsed", { time: timeInWords(context)(lastUsedAt) })]),
    ].join(" · ");
    return () => ({ term: t("account:passkeys.title"), value });
  },
};

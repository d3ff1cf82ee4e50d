import { dbContext, i18nContext } from "#app/context.ts";
import { dayFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { findSecondStep } from "./second-step.server.ts";

/**
 * Reads when a user switched the second step on, for their page in the manager. The text is formatted here,
 * because the page loads no other strings about the second step.
 */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "second-step",
  async read(context, userId) {
    const { t } = context.get(i18nContext);
    const step = await findSecondStep(context.get(dbContext), userId);
    const value = step
      ? [
          t("account:secondStep.on", { day: dayFormatter(context)(step.switchedOnAt) }),
          t("account:secondStep.codesLeft", { count: step.codesLeft }),
        ].join(" · ")
      : t("account:secondStep.off");
    return () => ({ term: t("account:secondStep.title"), value });
  },
};

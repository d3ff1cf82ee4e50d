import { and, eq, gte } from "drizzle-orm";
import { href } from "react-router";
import { dbContext, i18nContext, settingsContext } from "#app/context.ts";
import { dayFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { isAboutRecoveryCodes, isAboutSecondStep } from "#app/identity/notice/notice.ts";
import type { ShownSecondStep } from "./account-part.tsx";
import { lacksSecondStep, secondStepDue } from "./administrators.server.ts";
import { beginSecondStep, hasSecondStep, needsSecondStep } from "./needs-second-step.server.ts";
import { pendingSignInCookie } from "./pending-sign-in-cookie.server.ts";
import { secondStepTables } from "./personal.ts";
import { proveByApp } from "./prove-by-app.server.ts";
import { findSecondStep } from "./second-step.server.ts";
import { recoveryCodes, secondSteps } from "./second-steps.table.ts";
import { undoneByNotice, undoSwitchOn } from "./undo-switch-on.server.ts";
import { userPart } from "./user-part.server.ts";

export const secondStepHooks: IdentityHooks = {
  user: userPart,
  account: {
    key: "second-step",
    async read(context, owner) {
      const step = await findSecondStep(context.get(dbContext), owner);
      const on = step && { since: dayFormatter(context)(step.switchedOnAt), codesLeft: step.codesLeft };
      const { isShared } = signInPolicy(context.get(settingsContext));
      return ({ mayChange, viewer }): ShownSecondStep =>
        mayChange ? { on, isMissed: !on && !isShared(viewer.email) } : null;
    },
  },
  personal: secondStepTables,
  signInStep: {
    isNeeded: needsSecondStep,
    begin: beginSecondStep,
    async lead(context, pendingId, returnTo) {
      const search = returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "";
      return {
        to: href("/login/second-step") + search,
        cookie: await pendingSignInCookie(context).serialize(pendingId),
      };
    },
    due: secondStepDue,
    isLacking: lacksSecondStep,
    setUp: href("/account/second-step"),
    undoneBy: undoneByNotice,
  },
  factor: {
    kind: "second-step",
    asks: "app",
    hasFactor: hasSecondStep,
    isOffered: () => true,
    async part(context, { userId }, error) {
      if (!(await findSecondStep(context.get(dbContext), userId))) return null;
      const { t } = context.get(i18nContext);
      const part = { open: t("factor:proof"), label: t("factor:signIn.code"), error };
      return { asks: "app", help: t("factor:proofHelp"), part };
    },
    prove: proveByApp,
  },
  endAccess(db, ending) {
    switch (ending.why) {
      case "locked-out": {
        const { userId, where, actor, open } = ending;
        return [
          ...(isAboutRecoveryCodes(open.notice)
            ? [db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), where))]
            : []),
          // The time of a notice identifies its second step, because switchOn() writes both in one batch, with the same
          // time.
          ...(isAboutSecondStep(open.notice)
            ? undoSwitchOn(
                db,
                { userId, email: open.email, when: eq(secondSteps.switchedOnAt, open.createdAt) },
                actor,
                where,
              )
            : []),
        ];
      }
      case "email-restored": {
        const { userId, email, since, where, actor } = ending;
        return undoSwitchOn(db, { userId, email, when: gte(secondSteps.switchedOnAt, since) }, actor, where);
      }
      case "factors-reset": {
        const { userId, where } = ending;
        return [
          // The row is not deleted, so that an administrator's days of grace don't start again.
          db
            .update(secondSteps)
            .set({ sealed: null, switchedOnAt: null })
            .where(and(eq(secondSteps.userId, userId), where)),
          db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), where)),
        ];
      }
      default:
        return [];
    }
  },
};

import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { can, type Role } from "#app/permissions.ts";
import { FACTOR_RESET_WAIT } from "./factor-reset-wait.ts";
import type { WaitingReset } from "./open-reset.server.ts";

// The server formats all texts, because few people need these strings and no page loads them.

type Context = Readonly<RouterContextProvider>;

/** A pending reset, for its owner's account page. */
export function ownReset(context: Context, { isUnconfirmed, dueAt }: WaitingReset) {
  const { t } = context.get(i18nContext);
  const what = isUnconfirmed
    ? t("reset:own.unconfirmed")
    : t("reset:own.waiting", { time: timeFormatter(context)(dueAt) });
  return { text: `${t("reset:own.title")} ${what} ${t("reset:own.help")}`, stop: t("reset:stop") };
}

/** A pending reset, for the manager. */
export type ShownReset = ReturnType<typeof shownReset>;

/** Formats a pending reset. @param mayConfirm whether the reader could be the second administrator */
export function shownReset(
  context: Context,
  { id, begunBy, confirmedBy, isUnconfirmed, dueAt, lapsesAt }: WaitingReset,
  { mayConfirm }: { mayConfirm: boolean },
) {
  const { t } = context.get(i18nContext);
  const inWords = timeFormatter(context);
  return {
    id,
    title: t("reset:title"),
    lines: [
      t("reset:begun", { admin: begunBy ?? t("reset:somebody") }),
      ...(confirmedBy ? [t("reset:confirmed", { admin: confirmedBy })] : []),
      isUnconfirmed
        ? t("reset:unconfirmed", { time: inWords(lapsesAt) })
        : t("reset:waiting", { time: inWords(dueAt) }),
    ],
    stop: t("reset:stop"),
    confirm: isUnconfirmed && mayConfirm ? t("reset:confirm") : null,
  };
}

/** The label of the action that begins a reset. */
export const resetLabel = (context: Context): string => context.get(i18nContext).t("reset:open");

/** The question that the manager asks before it begins a reset. */
export function resetQuestion(context: Context, { email, role }: { email: string; role: Role }) {
  const { t } = context.get(i18nContext);
  const time = timeFormatter(context)(context.get(platformContext).now + FACTOR_RESET_WAIT);
  const isManager = can(role, "apps:manager");
  return {
    title: t("reset:question.title"),
    description: t(isManager ? "reset:question.ofManager" : "reset:question.description", { email, time }),
    submit: t("reset:question.submit"),
  };
}

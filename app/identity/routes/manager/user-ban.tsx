import { data, href, type RouterContextProvider, useLocation } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { fillIn, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal, refusalResponse } from "#app/core/http/refusal.server.ts";
import { timeZoneLabel } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { dayAfter, dayOf, startOfDay } from "#app/core/lib/calendar-day.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ERROR_CODES } from "#app/error-codes.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { daysOfButton } from "#app/identity/ban/ban-days.ts";
import { formatBanEnd } from "#app/identity/ban/ban-end.server.ts";
import { BanForm } from "#app/identity/manage-users/ban-form.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { banSchema } from "#app/identity/user/user.schema.ts";
import { findUser } from "#app/identity/user/user.server.ts";
import { type BanInForce, banUser } from "#app/identity/user/user-write.server.ts";
import type { Route } from "./+types/user-ban.ts";

export const middleware = [requirePermissionInParallel("user:ban")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { now, timeZone } = context.get(platformContext);
  const user = await findUser(context.get(dbContext), params.id, now);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  if (viewer.id === user.id) throw refusalResponse(context, "YOU_CANNOT_BAN_YOURSELF");
  return { user, firstEnd: dayOf(now, timeZone), timeZone: timeZoneLabel(context) };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const { now, timeZone } = context.get(platformContext);
  const form = await parseForm(request, context, banSchema);
  const days = daysOfButton(form);
  if (days !== null) return fillIn(form, { end: dayAfter(dayOf(now, timeZone), days) });
  if (!form.ok) return rejectForm(form);
  const { reason, end } = form.value;
  // The selected day is the last one of the ban.
  const until = end === undefined ? null : startOfDay(dayAfter(end), timeZone);
  if (until !== null && until <= now) {
    const message = context.get(i18nContext).t("user:errors.endInPast");
    return rejectForm(form, { field: "end", message });
  }
  await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);
  const banned = await tryWrite(context, "user:errors.banFailed", () =>
    banUser(context.get(dbContext), params.id, { reason, until }, actor),
  );
  if (!banned.ok) return rejectForm(form, "ban" in banned ? inForceInWords(context, banned) : banned);
  const user = keepList(href("/manager/users/:id", params), url.search);
  return redirectWithMessage(context, user, "user:success.banned");
}

/** Describes the existing ban, as the user's page does. */
function inForceInWords(context: Readonly<RouterContextProvider>, { code, ban }: BanInForce) {
  const { t } = context.get(i18nContext);
  const message = [noteRefusal(context, code), formatBanEnd(context, ban.until)];
  if (ban.reason) message.push(t("user:ban.because", { reason: ban.reason }));
  return { message, status: ERROR_CODES[code] };
}

export default function BanUser({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { user, firstEnd, timeZone } = loaderData;
  const page = keepList(href("/manager/users/:id", { id: user.id }), useLocation().search);
  return (
    <>
      <FormHeading
        title={t("user:ban.title")}
        subject={user.name ?? user.email}
        back={{ to: page, label: t("back") }}
      >
        <p className="max-w-prose wrap-anywhere text-quiet">
          {withBreaks(t("user:ban.description", { email: user.email }))}
        </p>
      </FormHeading>
      <BanForm lastResult={actionData} firstEnd={firstEnd} timeZone={timeZone} cancelTo={page} />
    </>
  );
}

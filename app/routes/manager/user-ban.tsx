import { data, href, useLocation } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { requireRecentProof } from "#app/features/auth/recent-proof.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { BanForm } from "#app/features/user/ban-form.tsx";
import { banSchema } from "#app/features/user/user.schema.ts";
import { findUser } from "#app/features/user/user.server.ts";
import { banUser } from "#app/features/user/user-write.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { refusalResponse } from "#app/http/refusal.server.ts";
import { timeZoneInWords } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { dayOf, startOfDay } from "#app/lib/calendar-day.ts";
import { keepList } from "#app/lists/list-place.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-ban.ts";

export const middleware = [requirePermissionInParallel("user:ban")];

const DAY = 24 * 60 * 60 * 1000;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { now, timeZone } = context.get(platformContext);
  const user = await findUser(context.get(dbContext), params.id, now);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  if (viewer.id === user.id) throw refusalResponse(context, "YOU_CANNOT_BAN_YOURSELF");
  return { user, firstEnd: dayOf(now + DAY, timeZone), timeZone: timeZoneInWords(context) };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const { now, timeZone } = context.get(platformContext);
  const form = await parseForm(request, context, banSchema);
  if (!form.ok) return rejectForm(form);
  const { reason, end } = form.value;
  const until = end === undefined ? null : startOfDay(end, timeZone);
  if (until !== null && until <= now) {
    const message = context.get(i18nContext).t("user:errors.endInPast");
    return rejectForm(form, { field: "end", message });
  }
  await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);
  const banned = await tryWrite(context, "user:errors.banFailed", () =>
    banUser(context.get(dbContext), params.id, { reason, until }, actor),
  );
  if (!banned.ok) return rejectForm(form, banned);
  mailNotices(context, params.id);
  const user = keepList(href("/manager/users/:id", params), url.search);
  return redirectWithMessage(context, user, "user:success.banned");
}

export default function BanUser({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const { user, firstEnd, timeZone } = loaderData;
  return (
    <>
      <PageTitle title={t("user:ban.title")} />
      <h1 className="mb-2 font-serif text-4xl font-semibold">{t("user:ban.title")}</h1>
      <p className="mb-6 max-w-prose text-quiet">{t("user:ban.description", { email: user.email })}</p>
      <BanForm
        lastResult={actionData}
        firstEnd={firstEnd}
        timeZone={timeZone}
        cancelTo={keepList(href("/manager/users/:id", { id: user.id }), search)}
      />
    </>
  );
}

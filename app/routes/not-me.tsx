import { data, href, redirect } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { linkedProviderOf, tellsOfRecoveryCodes, tellsOfReset } from "#app/email/notice.ts";
import { noticeTexts } from "#app/email/notice-email.tsx";
import { visitorActor } from "#app/features/audit/audit.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { lockOut } from "#app/features/notice/not-me.server.ts";
import { LockedOut, NotMeQuestion } from "#app/features/notice/not-me.tsx";
import { noticeOfLink } from "#app/features/notice/not-me-link.server.ts";
import { findOpenNotice } from "#app/features/notice/open-notice.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { EntryLayout } from "#app/shell/entry-layout.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/not-me.ts";

/**
 * Where the link of a notice leads. Whoever has the link may use it: it is signed, and only the mail holds it. Opening
 * it changes nothing, because programs that look through mail open every link.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const id = await noticeOfLink(context.get(settingsContext), url);
  if (id === null) return data({ opened: null, contacts: [] }, { status: 400 });
  const found = await findOpenNotice(context.get(dbContext), id, context.get(platformContext).now);
  if (!found) return data({ opened: null, contacts: [] }, { status: 404 });
  const { notice, answered, change, secondStep, email, current } = found;
  const i18n = context.get(i18nContext);
  const { subject, paragraphs } = noticeTexts(i18n, notice);
  const opened = {
    answered,
    email: current ? email : null,
    subject,
    text: paragraphs.join(" "),
    provider: linkedProviderOf(notice)?.label ?? null,
    reset: tellsOfReset(notice)
      ? { does: i18n.t("reset:notMe.does"), done: i18n.t("reset:notMe.done") }
      : null,
    secondStep:
      secondStep === (answered ? "off" : "undone")
        ? i18n.t(answered ? "factor:notMe.done" : change ? "factor:notMe.doesSince" : "factor:notMe.does")
        : null,
    recoveryCodes: tellsOfRecoveryCodes(notice),
    // A change that still waits is only stopped.
    change: change?.doneAt
      ? { email: change.oldEmail, restored: change.restored, canRetry: !change.restored && !change.stopped }
      : null,
  };
  return data({ opened, contacts: context.get(settingsContext).CONTACT_LINKS });
}

export async function action({ url, context }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const here = url.pathname + url.search;
  const id = await noticeOfLink(context.get(settingsContext), url);
  const { now } = context.get(platformContext);
  const found = id === null ? null : await findOpenNotice(db, id, now);
  // The page says that the link does not work.
  if (!found) return redirect(here);
  const locked = await tryWrite(context, "account:notMe.failed", async () => {
    await lockOut(db, found, visitorActor(context));
    return { ok: true } as const;
  });
  if (!locked.ok) return redirectWithMessage(context, here, locked);
  mailNotices(context, found.userId);
  // Pressed again, in vain: without a word the page would look as if nothing had been pressed.
  const again = found.answered && found.change ? await findOpenNotice(db, found.id, now) : null;
  if (again?.change?.restored === false) {
    return redirectWithMessage(context, here, "account:notMe.failed", { type: "error" });
  }
  return redirect(here);
}

export default function NotMe({ loaderData: { opened, contacts } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PageTitle title={t("account:notMe.title")} />
      {!opened && (
        <>
          <EntryHeading title={t("account:notMe.invalid.title")}>
            {t("account:notMe.invalid.description")}
          </EntryHeading>
          <ButtonLink width="full" to={href("/login")}>
            {t("account:notMe.signIn")}
          </ButtonLink>
        </>
      )}
      {opened && !opened.answered && <NotMeQuestion opened={opened} />}
      {opened?.answered && <LockedOut opened={opened} contacts={contacts} />}
    </EntryLayout>
  );
}

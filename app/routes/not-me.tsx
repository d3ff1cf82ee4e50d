import { data, href, redirect } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { visitorActor } from "#app/identity/audit/audit.server.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { lockOut } from "#app/identity/not-me/not-me.server.ts";
import { LockedOut, NotMeQuestion } from "#app/identity/not-me/not-me.tsx";
import { noticeOfLink } from "#app/identity/notice/not-me-link.server.ts";
import { isAboutRecoveryCodes, isAboutReset, linkedProviderOf } from "#app/identity/notice/notice.ts";
import { noticeTexts } from "#app/identity/notice/notice-email.ts";
import { findOpenNotice, type OpenNotice } from "#app/identity/notice/open-notice.server.ts";
import type { Route } from "./+types/not-me.ts";

/**
 * The target of the link in a notice. Anyone who has the link may use it, because it is signed, and only the email
 * contains it. Opening it changes nothing, because programs that scan email open every link.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const id = await noticeOfLink(context.get(settingsContext), url);
  if (id === null) {
    noteRefusal(context, "INVALID_TOKEN");
    return data({ opened: null, contacts: [] }, { status: 400 });
  }
  const found = await findOpenNotice(context.get(dbContext), id, context.get(platformContext).now);
  if (!found) return data({ opened: null, contacts: [] }, { status: 404 });
  const { notice, timeZone, answered, change, email, current } = found;
  const secondStep = (await signInStep()?.undoneBy(context.get(dbContext), found)) ?? null;
  const i18n = context.get(i18nContext);
  const { subject, paragraphs } = noticeTexts(i18n, notice, timeZone);
  const opened = {
    answered,
    email: current ? email : null,
    subject,
    text: paragraphs.join(" "),
    provider: unlinkedBy(found, languageOf(i18n).key),
    reset: isAboutReset(notice)
      ? { does: i18n.t("account:notMe.reset.does"), done: i18n.t("account:notMe.reset.done") }
      : null,
    secondStep:
      secondStep === (answered ? "off" : "undone")
        ? i18n.t(`account:notMe.secondStep.${answered ? "done" : change ? "doesSince" : "does"}`)
        : null,
    recoveryCodes: isAboutRecoveryCodes(notice),
    // The button only stops a pending change, so the page has nothing to say about it.
    change: change?.doneAt
      ? { email: change.oldEmail, restored: change.restored, canRetry: !change.restored && !change.stopped }
      : null,
  };
  return data({ opened, contacts: context.get(settingsContext).CONTACT_LINKS });
}

/**
 * The name that the page shows for what the button unlinks: one provider, or any provider if the notice stands for
 * several.
 */
function unlinkedBy({ notice, more }: OpenNotice, language: string): string | null {
  const linked = linkedProviderOf(notice);
  if (!linked || !more) return linked?.label ?? null;
  return new Intl.ListFormat(language).format(hooked("wayIn").flatMap(({ labels = [] }) => labels));
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
  // The button was pressed again, but the address still could not be given back. Without a message, the page would look
  // as if nothing had been pressed.
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

import { data, Form, href } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { isSwitchedOn, switchEmails } from "#app/slices/email-preference/email-preference.server.ts";
import { readUnsubscribeLink } from "#app/slices/email-preference/unsubscribe-link.server.ts";
import { OPTIONAL_EMAILS } from "#app/slices.server.ts";
import type { Route } from "./+types/unsubscribe.ts";

/**
 * The page behind the last line of every email that is not about security. The link is signed, so it needs no session.
 * Opening it changes nothing, because programs that scan email open every link.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const named = await readUnsubscribeLink(context.get(settingsContext), OPTIONAL_EMAILS, url);
  if (!named) {
    noteRefusal(context, "INVALID_TOKEN");
    return data(null, { status: 400 });
  }
  const isOn = await isSwitchedOn(context.get(dbContext), named.email, named.recipient);
  return data({ label: context.get(i18nContext).t(named.email.label), isOn });
}

/**
 * Switches the emails that a link is about off, or on again. Email programs post here, too
 * ("List-Unsubscribe=One-Click" and nothing else). RFC 8058 does not allow a redirect, so the response is the
 * page.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const settings = context.get(settingsContext);
  const named = await readUnsubscribeLink(settings, OPTIONAL_EMAILS, url);
  if (!named) return data(null, { status: 400 });
  // parseForm() would refuse the field that email programs post, because of its name.
  const isOn = (await readForm(request)).has("again");
  const { now, origin } = context.get(platformContext);
  const site = settings.BASE_URL ?? origin.origin;
  await switchEmails(context.get(dbContext), named.email, named.recipient, {
    isOn,
    site,
    now,
  });
  return null;
}

export default function Unsubscribe({ loaderData: email }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PageTitle title={t("preference:unsubscribe.title")} />
      {!email && (
        <>
          <EntryHeading title={t("preference:unsubscribe.invalid")}>
            {t("preference:unsubscribe.invalidDescription")}
          </EntryHeading>
          <ButtonLink width="full" to={href("/login")}>
            {t("preference:unsubscribe.signIn")}
          </ButtonLink>
        </>
      )}
      {email?.isOn && (
        <>
          <EntryHeading title={t("preference:unsubscribe.title")}>{email.label}</EntryHeading>
          <Form method="post">
            <SubmitButton width="full">{t("preference:unsubscribe.submit")}</SubmitButton>
          </Form>
        </>
      )}
      {email && !email.isOn && (
        <>
          <EntryHeading title={t("preference:unsubscribe.done")}>{email.label}</EntryHeading>
          <Form method="post">
            <input type="hidden" name="again" value="on" />
            <SubmitButton variant="secondary" width="full">
              {t("preference:unsubscribe.again")}
            </SubmitButton>
          </Form>
        </>
      )}
    </EntryLayout>
  );
}

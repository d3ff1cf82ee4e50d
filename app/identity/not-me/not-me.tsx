import { Form, href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";

/** A notice, as its page shows it. */
interface ShownNotice {
  /** The address that the notice was emailed to, if that is still the account's. */
  email: string | null;
  subject: string;
  text: string;
  /** The provider that the notice says was linked. */
  provider: string | null;
  /**
   * For a notice about a reset: what the button does and has done (the passkeys stay). Translated on the server,
   * because few people need these strings.
   */
  reset: { does: string; done: string } | null;
  /** For a notice about a second step that the button turns off: what the button does or has done. */
  secondStep: string | null;
  /** Whether the notice is about recovery codes, which the button deletes. */
  recoveryCodes: boolean;
  /**
   * For a notice about a change of address: the earlier address, whether the account has it back, and whether the link
   * can still give it back.
   */
  change: { email: string; restored: boolean; canRetry: boolean } | null;
}

/** Asks whether to lock a stranger out, and explains what that does. */
export function NotMeQuestion({
  opened: { subject, text, provider, reset, secondStep, recoveryCodes, change },
}: {
  opened: ShownNotice;
}) {
  const { t } = useI18n();
  return (
    <>
      <EntryHeading title={subject}>{text}</EntryHeading>
      <p>{t("account:notMe.question")}</p>
      <ul className="mt-2 mb-6 flex list-disc flex-col gap-1 ps-5">
        <li>{reset?.does ?? t("account:notMe.does.sessions")}</li>
        <li>{t("account:notMe.does.waiting")}</li>
        {change && (
          <li className="wrap-anywhere">
            {withBreaks(t("account:notMe.does.restore", { email: change.email }))}
          </li>
        )}
        {secondStep && <li>{secondStep}</li>}
        {recoveryCodes && <li>{t("account:notMe.does.recoveryCodes")}</li>}
        {provider && <li>{t("account:notMe.does.unlink", { provider })}</li>}
      </ul>
      <Form method="post" className="flex flex-col gap-3">
        <SubmitButton variant="danger" width="full">
          {t("account:notMe.submit")}
        </SubmitButton>
        <ButtonLink variant="secondary" width="full" to="/">
          {t("account:notMe.wasMe")}
        </ButtonLink>
      </Form>
    </>
  );
}

/** Says that the account is secured, and what to do next. */
export function LockedOut({
  opened: { email, reset, secondStep, change },
  contacts,
}: {
  opened: ShownNotice;
  /** Links to help: https: or mailto: URLs. */
  contacts: string[];
}) {
  const { t } = useI18n();
  return (
    <>
      <EntryHeading title={t("account:notMe.done.title")}>
        {reset?.done ?? t("account:notMe.done.description")}
      </EntryHeading>
      {secondStep && <p className="mb-4">{secondStep}</p>}
      {change && (
        <p className="mb-4 wrap-anywhere">
          {withBreaks(
            t(change.restored ? "account:notMe.done.restored" : "account:notMe.done.notRestored", {
              email: change.email,
            }),
          )}
        </p>
      )}
      {change?.canRetry && (
        <Form method="post" className="mb-4">
          <SubmitButton width="full">{t("account:notMe.done.again")}</SubmitButton>
        </Form>
      )}
      {email && (
        <>
          <p className="mb-6 wrap-anywhere">{withBreaks(t("account:notMe.done.next", { email }))}</p>
          <ButtonLink width="full" to={href("/login")}>
            {t("account:notMe.signIn")}
          </ButtonLink>
        </>
      )}
      {contacts.length > 0 && (
        <>
          <p className="mt-6">{t("account:notMe.contact")}</p>
          <ul>
            {contacts.map((contact) => (
              <li key={contact}>
                <a
                  href={contact}
                  className="inline-block py-2 wrap-anywhere text-accent underline underline-offset-4"
                >
                  <bdi>{contact.replace(/^(mailto:|https:\/\/)/, "")}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

import { Form, href } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { BannedNotice } from "#app/identity/ban/banned-notice.tsx";
import { CodeField } from "#app/identity/login-code/code-field.tsx";
import { AnyCodeField } from "#app/slices/second-step/any-code-field.tsx";
import { confirmSignIn, requirePendingSignIn } from "#app/slices/second-step/sign-in-actions.server.ts";
import type { Route } from "./+types/login.ts";

/** The value of the search parameter `with` for users who have lost their app. */
const RECOVERY = "recovery-code";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { email } = await requirePendingSignIn({ request, url, context });
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  const search = (other: Record<string, string>) => {
    const parameters = new URLSearchParams({ ...(returnTo && { redirect: returnTo }), ...other });
    return parameters.size > 0 ? `?${parameters}` : "";
  };
  const recovers = url.searchParams.get("with") === RECOVERY;
  return { email, recovers, otherSearch: search(recovers ? {} : { with: RECOVERY }), backSearch: search({}) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return confirmSignIn({ request, url, context });
}

export default function SecondStepOfSignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, recovers, otherSearch, backSearch } = loaderData;
  const ban = actionData && "ban" in actionData ? actionData.ban : null;
  const lastResult = actionData && "ban" in actionData ? undefined : actionData;
  const form = useFormResult(lastResult);
  if (ban) return <BannedNotice {...ban} />;
  const texts = recovers ? "factor:recover" : "factor:signIn";
  return (
    <>
      <PageTitle title={t(`${texts}.title`)} />
      <EntryHeading title={t(`${texts}.title`)}>
        <p>{t(`${texts}.description`)}</p>
        <p className="my-1 font-medium break-words text-ink">
          <Address>{email}</Address>
        </p>
      </EntryHeading>
      <Form method="post" {...form.props} className="flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        {recovers ? (
          <AnyCodeField key="recovery" field={form.field("code")} label={t("factor:recover.code")} />
        ) : (
          <CodeField
            key="app"
            field={form.field("code")}
            label={t("factor:signIn.code")}
            autoFocus={!lastResult?.error}
            sendsItself
          />
        )}
        <SubmitButton width="full">{t("factor:signIn.submit")}</SubmitButton>
      </Form>
      <div className="mt-6 border-t border-line pt-4 text-sm">
        <p className="text-quiet">{t(recovers ? "factor:recover.lost" : "factor:signIn.lost")}</p>
        <div className="mt-1 -mx-5 flex flex-wrap justify-between">
          <ButtonLink variant="quiet" to={{ search: otherSearch }} replace>
            {t(recovers ? "factor:recover.other" : "factor:signIn.other")}
          </ButtonLink>
          <ButtonLink variant="quiet" to={{ pathname: href("/login"), search: backSearch }}>
            {t("common:back")}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

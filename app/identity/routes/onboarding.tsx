import { Form, href, redirect, useLocation } from "react-router";
import * as z from "zod";
import type { Viewer } from "#app/context.ts";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { timeZoneLabel } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { LANGUAGE_FOOTER } from "#app/core/shell/footer.tsx";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { nameSchema } from "#app/identity/user/user.schema.ts";
import { onboardUser } from "#app/identity/user/user-write.server.ts";
import { homeOf } from "#app/permissions.ts";
import type { Route } from "./+types/onboarding.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  if (viewer.onboardedAt) throw redirect(destinationOf(viewer, url));
  // During impersonation of a user without a name, the guards redirect the administrator here.
  const refusal = viewer.impersonator ? context.get(i18nContext).t("code:NOT_WHILE_IMPERSONATING") : null;
  return { email: viewer.email, name: viewer.name, refusal, timeZone: timeZoneLabel(context) };
}

const onboardingSchema = z.object({ name: nameSchema });

export async function action({ request, url, context }: Route.ActionArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const form = await parseForm(request, context, onboardingSchema);
  if (!form.ok) return rejectForm(form);
  const { name } = form.value;
  const actor = await currentActor(context);
  const onboarded = await tryWrite(context, "onboarding:failed", () =>
    onboardUser(context.get(dbContext), viewer.id, name, actor),
  );
  if (!onboarded.ok) return rejectForm(form, onboarded);
  const destination = destinationOf(viewer, url);
  // If the form is sent twice, only the first one shows the welcome.
  if (!onboarded.first) return redirect(destination);
  return redirectWithMessage(context, destination, "onboarding:done", { values: { name } });
}

/** The page that the reader wanted before onboarding. */
function destinationOf(viewer: Viewer, url: URL): string {
  return safeRedirect(url.searchParams.get("redirect")) ?? homeOf(viewer.role);
}

export default function Onboarding({
  loaderData: { email, name, refusal, timeZone },
  actionData,
}: Route.ComponentProps) {
  const { t, i18n } = useI18n();
  const { pathname, search } = useLocation();
  const form = useFormResult(actionData, { name });
  const guessed = [
    { term: t("languages"), value: languageOf(i18n).name, changeTo: `#${LANGUAGE_FOOTER}` },
    {
      term: t("onboarding:timeZone"),
      value: timeZone,
      changeTo: `${href("/account/time-zone")}?${new URLSearchParams({ returnTo: pathname + search })}`,
    },
  ];
  return (
    <EntryLayout>
      <PageTitle title={t("onboarding:title")} />
      <EntryHeading title={t("onboarding:title")} />
      {refusal ? (
        <p className="text-center text-quiet">{refusal}</p>
      ) : (
        <Form method="post" {...form.props} className="flex flex-col gap-5">
          <FieldErrors id={form.errorId} errors={form.errors} />
          <TextField
            field={form.field("name")}
            label={t("onboarding:question")}
            hint={t("onboarding:why")}
            autoComplete="name"
            autoFocus={!actionData}
            dir="auto"
          />
          <dl className="flex flex-col gap-1 text-sm text-quiet">
            {guessed.map(({ term, value, changeTo }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd className="flex items-baseline justify-between gap-x-3 text-ink">
                  <span>{value}</span>
                  <a
                    href={changeTo}
                    aria-label={`${t("onboarding:change")}: ${term}`}
                    className="inline-flex min-h-11 shrink-0 items-center text-accent underline underline-offset-4"
                  >
                    {t("onboarding:change")}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
          <SubmitButton width="full">{t("onboarding:submit")}</SubmitButton>
        </Form>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4 text-sm">
        <p className="min-w-0 break-words text-quiet">{withBreaks(t("onboarding:loggedWith", { email }))}</p>
        <div className="-mx-5">
          <ButtonLink variant="quiet" to={href("/sign-out")}>
            {t("common:signOut")}
          </ButtonLink>
        </div>
      </div>
    </EntryLayout>
  );
}

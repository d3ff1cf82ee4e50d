import { Form, href, redirect } from "react-router";
import * as z from "zod";
import type { Viewer } from "#app/context.ts";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { nameSchema } from "#app/features/user/user.schema.ts";
import { onboardUser } from "#app/features/user/user-write.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requireSignedInInParallel } from "#app/middleware/guards.ts";
import { homeOf } from "#app/permissions.ts";
import { EntryLayout } from "#app/shell/entry-layout.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/onboarding.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  if (viewer.onboardedAt) throw redirect(destinationOf(viewer, url));
  // The guards send an administrator here who impersonates someone without a name.
  const refusal = viewer.impersonator ? context.get(i18nContext).t("code:NOT_WHILE_IMPERSONATING") : null;
  return { email: viewer.email, name: viewer.name, refusal };
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

/** Where the reader was going before onboarding. */
function destinationOf(viewer: Viewer, url: URL): string {
  return safeRedirect(url.searchParams.get("redirect")) ?? homeOf(viewer.role);
}

export default function Onboarding({
  loaderData: { email, name, refusal },
  actionData,
}: Route.ComponentProps) {
  const { t } = useI18n();
  const form = useFormResult(actionData, { name });
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
            autoComplete="name"
            dir="auto"
          />
          <SubmitButton width="full">{t("onboarding:submit")}</SubmitButton>
        </Form>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4 text-sm">
        <p className="min-w-0 break-words text-quiet">{t("onboarding:loggedWith", { email })}</p>
        <div className="-mx-5">
          <ButtonLink variant="quiet" to={href("/sign-out")}>
            {t("common:signOut")}
          </ButtonLink>
        </div>
      </div>
    </EntryLayout>
  );
}

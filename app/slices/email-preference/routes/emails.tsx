import { Form } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { kindsSwitchedOn, switchEmails } from "#app/slices/email-preference/email-preference.server.ts";
import { OPTIONAL_EMAILS } from "#app/slices.server.ts";
import type { Route } from "./+types/emails.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const on = await kindsSwitchedOn(context.get(dbContext), OPTIONAL_EMAILS, viewer);
  const { t } = context.get(i18nContext);
  return {
    emails: OPTIONAL_EMAILS.map(({ kind, label }) => ({ kind, label: t(label), isOn: on.includes(kind) })),
    account: accountPathOf(request, viewer.role),
  };
}

/** The ticked kinds. The intent is required, because without it, any other form would switch off all of them. */
const choicesSchema = z.object({
  intent: z.literal("save"),
  kind: z.union([z.string(), z.array(z.string())]).default([]),
});

/** Switches the ticked kinds of email on, and all others off. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const form = await parseForm(request, context, choicesSchema);
  if (!form.ok) throw await invalidForm(form);
  const on = [form.value.kind].flat();
  const db = context.get(dbContext);
  const { site } = await currentActor(context);
  const { now } = context.get(platformContext);
  const saved = await tryWrite(context, "common:saveFailed", async () => {
    const [first, ...others] = OPTIONAL_EMAILS.map((email) =>
      switchEmails(db, email, { userId: viewer.id }, { isOn: on.includes(email.kind), site, now }),
    );
    if (first) await db.batch([first, ...others]);
    return { ok: true } as const;
  });
  return redirectWithMessage(
    context,
    accountPathOf(request, viewer.role),
    saved.ok ? "preference:success.saved" : saved,
  );
}

export default function Emails({ loaderData: { emails, account } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("preference:title")} />
      <EntryHeading title={t("preference:title")}>{t("preference:description")}</EntryHeading>
      <Form method="post" className="flex flex-col gap-3">
        {emails.map(({ kind, label, isOn }) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="kind"
              value={kind}
              defaultChecked={isOn}
              className="size-5 shrink-0 accent-accent-solid"
            />
            <span>{label}</span>
          </label>
        ))}
        <SubmitButton width="full" intent="save">
          {t("common:save")}
        </SubmitButton>
        <ButtonLink variant="secondary" width="full" to={account}>
          {t("common:cancel")}
        </ButtonLink>
      </Form>
    </>
  );
}

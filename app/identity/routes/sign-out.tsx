import { data, Form, href, redirect } from "react-router";
import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { writeUncounted } from "#app/core/http/rate-limit.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { endSession } from "#app/identity/session/session.server.ts";
import { signedOutHeaders } from "#app/identity/session/session-cookie.server.ts";
import type { Route } from "./+types/sign-out.ts";

export const middleware = [requireSignedInInParallel];

export async function action({ url, context }: Route.ActionArgs) {
  const { sessionId } = await context.get(viewerContext);
  // Signing out always works, even beyond the write limit.
  writeUncounted(context);
  const ended = await tryWrite(context, "auth:signOut.failed", async () => {
    await endSession(context.get(dbContext), sessionId, await currentActor(context));
    return { ok: true } as const;
  });
  if (!ended.ok) return data({ failed: true }, { status: 500 });
  const headers = await signedOutHeaders(context.get(settingsContext), url);
  return redirect(href("/login"), { headers });
}

export default function SignOut({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PageTitle title={t("common:signOut")} />
      <EntryHeading title={t("common:signOut")}>{t("auth:signOut.description")}</EntryHeading>
      {actionData?.failed && <StatusMessage type="error">{t("auth:signOut.failed")}</StatusMessage>}
      <Form method="post" className="mt-4 flex flex-col gap-3">
        <SubmitButton width="full">{t("auth:signOut.submit")}</SubmitButton>
        <ButtonLink variant="secondary" width="full" to="/">
          {t("common:cancel")}
        </ButtonLink>
      </Form>
    </EntryLayout>
  );
}

import { Form, href, redirect } from "react-router";
import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { endSession } from "#app/features/session/session.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requireSignedInInParallel } from "#app/middleware/guards.ts";
import { EntryLayout } from "#app/shell/entry-layout.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/sign-out.ts";

export const middleware = [requireSignedInInParallel];

export async function action({ url, context }: Route.ActionArgs) {
  const { sessionId } = await context.get(viewerContext);
  await endSession(context.get(dbContext), sessionId, await currentActor(context));
  const cookie = sessionCookie(context.get(settingsContext), url);
  return redirect(href("/login"), { headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } });
}

export default function SignOut() {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PageTitle title={t("auth:signOut.title")} />
      <EntryHeading title={t("auth:signOut.title")}>{t("auth:signOut.description")}</EntryHeading>
      <Form method="post" className="flex flex-col gap-3">
        <SubmitButton width="full">{t("auth:signOut.submit")}</SubmitButton>
        <ButtonLink variant="secondary" width="full" to="/">
          {t("common:cancel")}
        </ButtonLink>
      </Form>
    </EntryLayout>
  );
}

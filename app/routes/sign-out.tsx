import { Form, href, redirect } from "react-router";
import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import { authorOf } from "#app/features/audit/audit.server.ts";
import { EntryHeading, EntryLayout } from "#app/features/auth/entry-layout.tsx";
import { endSession } from "#app/features/session/session.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { signedInOnly } from "#app/middleware/guards.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/sign-out.ts";

export const middleware = [signedInOnly];

/** Makes navigations on the client ask the server, and thereby the guard. */
export const loader = () => null;

export async function action({ url, context }: Route.ActionArgs) {
  const { sessionId } = await context.get(viewerContext);
  await endSession(context.get(dbContext), sessionId, await authorOf(context));
  const cookie = sessionCookie(context.get(settingsContext), url);
  return redirect(href("/login"), { headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } });
}

export default function SignOut() {
  const { t } = useTranslation();
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

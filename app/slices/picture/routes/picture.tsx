import { data, Form, href } from "react-router";
import * as z from "zod";
import { dbContext, sessionTokenContext, viewerContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";
import { findPicture } from "#app/identity/user/find-picture.server.ts";
import { accountPathOf } from "#app/permissions.ts";
import { PICTURE, removePicture, studioOf } from "#app/slices/picture/picture.server.ts";
import { takePicture } from "#app/slices/picture/picture-answer.server.ts";
import { PictureForm } from "#app/slices/picture/picture-form.tsx";
import type { Route } from "./+types/picture.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ context }: Route.LoaderArgs) {
  if (!studioOf(context)) throw refusalResponse(context, "NOT_FOUND");
  const owner = await ownerOf(context.get(sessionTokenContext) ?? "");
  const [viewer, picture] = await Promise.all([context.get(viewerContext), findPicture(context, owner)]);
  forbidWhileImpersonating(context, viewer);
  const { name, email, role } = viewer;
  return { user: { name, email }, picture, accept: PICTURE.types.join(), account: accountPathOf(role) };
}

const removalSchema = z.object({ intent: z.literal("remove") });

/** Takes a file, or removes the picture: that form has none. */
export async function action({ request, context }: Route.ActionArgs) {
  if (!studioOf(context)) throw refusalResponse(context, "NOT_FOUND");
  if (/^multipart/i.test(request.headers.get("Content-Type") ?? "")) {
    const taken = await takePicture({ request, context });
    if (taken.ok) return taken.redirect;
    const result: FormResult = { status: "error", error: { file: [taken.message] } };
    return data(result, { status: taken.status });
  }
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const form = await parseForm(request, context, removalSchema);
  if (!form.ok) throw await invalidForm(form);
  const actor = await currentActor(context);
  const removed = await tryWrite(context, "picture:errors.notRemoved", () =>
    removePicture(context.get(dbContext), viewer.id, actor, null),
  );
  return redirectWithMessage(context, accountPathOf(viewer.role), removed.ok ? "picture:removed" : removed);
}

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { user, picture, accept, account } = loaderData;
  return (
    <EntryLayout>
      <PageTitle title={t("picture:title")} />
      <EntryHeading title={t("picture:title")}>{t("picture:description")}</EntryHeading>
      <PictureForm lastResult={actionData} accept={accept} cancelTo={account}>
        <Avatar user={user} picture={picture} size="large" />
      </PictureForm>
      {picture && (
        <Form method="post" action={href("/account/picture")} className="mt-8">
          <SubmitButton variant="secondary" width="full" intent="remove">
            {t("picture:remove")}
          </SubmitButton>
        </Form>
      )}
    </EntryLayout>
  );
}

import { data, Form, href } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { LANGUAGE_KEYS, LANGUAGES, languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { planShare, sendShare } from "#app/slices/share/send-share.server.ts";
import { newShareSchema } from "#app/slices/share/share.schema.ts";
import { createShare, findTitle, sharesOf } from "#app/slices/share/share.server.ts";
import type { Route } from "./+types/share-new.ts";

export const middleware = [requirePermissionInParallel("share:own")];

/** Asks with whom to share a book (`?book=`), or the shelf. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const bookId = url.searchParams.get("book");
  const title = bookId === null ? null : await findTitle(context.get(dbContext), bookId);
  if (bookId !== null && title === null) throw data(null, { status: 404 });
  return { bookId, title, newId: crypto.randomUUID(), language: languageOf(context.get(i18nContext)).key };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = authorize(context, await context.get(viewerContext), "share:own");
  const form = await parseForm(request, context, newShareSchema);
  if (!form.ok) return rejectForm(form);
  const db = context.get(dbContext);
  const { language, ...share } = form.value;
  const title = share.bookId === null ? null : await findTitle(db, share.bookId);
  if (share.bookId !== null && title === null) throw data(null, { status: 404 });
  const actor = await currentActor(context);
  let isSent = true;
  const shared = await tryWrite(context, "common:saveFailed", async () => {
    const planned = await planShare(context, share, viewer.id);
    const created = await createShare(db, sharesOf(viewer.id), { ...share, title }, actor);
    // The form was sent twice, and the first request has already sent the email.
    if (!created.ok || created.repeated) return created;
    const sender = { name: viewer.name, site: actor.site };
    const made = { ...share, id: created.id, title, language };
    isSent = planned !== null && (await sendShare(context, planned, made, sender));
    return created;
  });
  if (!shared.ok) return rejectForm(form, shared);
  const list = href("/app/shares");
  if (!isSent) return redirectWithMessage(context, list, "share:success.notSent", { type: "warning" });
  return redirectWithMessage(context, list, "share:success.sent", { values: { email: share.email } });
}

export default function ShareNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { bookId, title, newId, language } = loaderData;
  const form = useFormResult(actionData, { language });
  return (
    <>
      <PageTitle title={t("share:new")} />
      <div className="mb-6">
        {bookId === null ? (
          <BackLink to={href("/app/shares")}>{t("share:title")}</BackLink>
        ) : (
          <BackLink to={href("/app/books/:id", { id: bookId })}>{title ?? ""}</BackLink>
        )}
      </div>
      <h1 className="mb-2 font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
        {title === null ? t("share:newShelf") : t("share:newBook", { title })}
      </h1>
      <p className="mb-6 max-w-prose text-quiet">
        {t(title === null ? "share:newShelfDescription" : "share:newBookDescription")}
      </p>
      <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
        <LeaveQuestion formId={form.id} />
        <FieldErrors id={form.errorId} errors={form.errors} />
        <RowIdField id={newId} />
        <input type="hidden" name="bookId" value={bookId ?? ""} />
        <TextField
          field={form.field("email")}
          label={t("share:fields.email")}
          type="email"
          autoComplete="off"
          isRequired
        />
        {LANGUAGE_KEYS.length > 1 ? (
          <SelectField
            field={form.field("language")}
            label={t("share:fields.language")}
            options={LANGUAGE_KEYS.map((key) => ({ value: key, label: LANGUAGES[key].name }))}
          />
        ) : (
          <input type="hidden" name="language" value={language} />
        )}
        <div>
          <SubmitButton>{t("share:submit")}</SubmitButton>
        </div>
      </Form>
    </>
  );
}

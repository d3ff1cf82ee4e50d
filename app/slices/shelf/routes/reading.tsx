import { data, Form, href, Link, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { DateField } from "#app/core/forms/date-field.tsx";
import { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { TextAreaField } from "#app/core/forms/text-area-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { withCover } from "#app/slices/book/cover/sent-covers.server.ts";
import { readingActionSchema } from "#app/slices/shelf/reading.schema.ts";
import {
  findReading,
  findRemoved,
  removeReading,
  shelfOf,
  updateReading,
} from "#app/slices/shelf/reading.server.ts";
import { isReadingState, RATINGS, READING_STATES } from "#app/slices/shelf/reading-states.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import type { Route } from "./+types/reading.ts";

export const middleware = [requirePermissionInParallel("reading:own")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const found = await readOwn(context, (owner) => findReading(db, rowsOfOwner(readings, owner), params.id));
  const reading = found ?? (await findRemoved(db, shelfOf((await context.get(viewerContext)).id), params.id));
  if (!reading) throw data(null, { status: 404 });
  return { reading: await withCover(context, reading), isDeleted: !found };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = authorize(context, await context.get(viewerContext), "reading:own");
  const form = await parseForm(request, context, readingActionSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const [db, shelf] = [context.get(dbContext), shelfOf(viewer.id)];
  const { value } = form;
  if (value.intent === "remove") {
    const removed = await tryWrite(context, "common:saveFailed", () =>
      removeReading(db, shelf, params.id, actor),
    );
    if (!removed.ok) return redirectWithMessage(context, href("/app/shelf/:id", params), removed);
    return redirectWithMessage(context, href("/app/shelf"), "reading:success.removed", {
      about: { name: removed.name ?? "" },
      undo: href("/app/deleted/:entity/:id", { entity: "reading", id: params.id }),
    });
  }
  const { intent, ...change } = value;
  const saved = await tryWrite(context, "common:saveFailed", () =>
    updateReading(db, shelf, params.id, change, actor),
  );
  if (!saved.ok) return rejectForm(form, saved);
  const list = `${href("/app/shelf")}?${new URLSearchParams({ state: change.state })}`;
  return redirectWithMessage(context, list, "reading:success.saved");
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Reading({ loaderData: { reading, isDeleted }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { bookId, title, author, state, rating, finishedOn, note, cover, inCatalogue } = reading;
  const page = href("/app/books/:id", { id: bookId });
  const mayOpen = useMayOpen();
  const form = useFormResult(actionData, { state, rating, finishedOn, note });
  const stateInWords = (value: string) => (isReadingState(value) ? t(`shelf:${value}`) : undefined);
  const stars = (value: string) => (value ? t("reading:stars", { count: Number(value) }) : undefined);
  return (
    <>
      <PageTitle title={title} />
      <div className="mb-6">
        <BackLink to={href("/app/shelf")}>{t("reading:back")}</BackLink>
      </div>
      <div className="flex flex-col gap-8 sm:flex-row">
        <div className="w-32 shrink-0 self-center sm:w-56 sm:self-start">
          <BookCover title={title} author={author} src={cover} isInSight />
        </div>
        <div className="min-w-0 flex-1">
          <h1 className="font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
            <bdi>{title}</bdi>
          </h1>
          {author && <p className="mt-2 break-words text-quiet">{t("book:byAuthor", { author })}</p>}
          <p className="mt-2 mb-6">
            {!inCatalogue && <span>{t("reading:gone")}</span>}
            {inCatalogue && mayOpen(page) && (
              <Link
                to={page}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {t("reading:toBook")}
              </Link>
            )}
          </p>
          <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
            <LeaveQuestion formId={form.id} />
            <FieldErrors id={form.errorId} errors={form.errors} />
            <OriginalValuesField form={form} />
            {isDeleted && <DeletedRowNotice mayRestore />}
            <ChangedMeanwhile
              form={form}
              here={pathname}
              fields={[
                { name: "state", label: t("reading:fields.state"), words: stateInWords },
                { name: "rating", label: t("reading:fields.rating"), words: stars },
                { name: "finishedOn", label: t("reading:fields.finishedOn") },
                { name: "note", label: t("reading:fields.note") },
              ]}
            />
            <SelectField
              field={form.field("state")}
              label={t("reading:fields.state")}
              options={READING_STATES.map((value) => ({ value, label: t(`shelf:${value}`) }))}
            />
            <SelectField
              field={form.field("rating")}
              label={t("reading:fields.rating")}
              empty={t("reading:noRating")}
              options={RATINGS.map((count) => ({
                value: String(count),
                label: t("reading:stars", { count }),
              }))}
            />
            <DateField field={form.field("finishedOn")} label={t("reading:fields.finishedOn")} />
            <TextAreaField
              field={form.field("note")}
              label={t("reading:fields.note")}
              hint={t("reading:noteHint")}
            />
            <SaveButtons isDeleted={isDeleted} mayRestore intent="save" cancelTo={href("/app/shelf")} />
          </Form>
          {!isDeleted && (
            <Form method="post" className="mt-8">
              <SubmitButton variant="secondary" intent="remove">
                {t("reading:remove")}
              </SubmitButton>
            </Form>
          )}
        </div>
      </div>
    </>
  );
}

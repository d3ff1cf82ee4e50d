import { data, Form, href, Link, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
import { TextAreaField } from "#app/core/forms/text-area-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { FactList } from "#app/core/ui/fact-list.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { withCover } from "#app/slices/book/cover/sent-covers.server.ts";
import { holdingActionSchema } from "#app/slices/holding/holding.schema.ts";
import {
  findHolding,
  findRemoved,
  removeHolding,
  updateHolding,
} from "#app/slices/holding/holding.server.ts";
import { holdings } from "#app/slices/holding/holdings.table.ts";
import { readOrganisation } from "#app/slices/organisation/membership.server.ts";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";
import { rowsIn } from "#app/slices/organisation/owned-by-organisation.ts";
import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";
import type { Route } from "./+types/holding.ts";

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const { membership, result: found } = await readOrganisation({ context, url, params }, (organisationId) =>
    findHolding(db, rowsIn(holdings, organisationId), params.id),
  );
  const mayWrite = canIn(membership.role, "holding:write");
  const findGone = async () => {
    const { own } = await writableRowsIn(context, holdings, params.slug, "holding:write");
    return findRemoved(db, own, params.id);
  };
  // If the book is removed while its form is open, the form keeps the typed values.
  const holding = found ?? (mayWrite ? await findGone() : null);
  if (!holding) throw data(null, { status: 404 });
  return { holding: await withCover(context, holding), isDeleted: !found, mayWrite };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, holdingActionSchema);
  if (!form.ok) return rejectForm(form);
  const { own, actor } = await writableRowsIn(context, holdings, params.slug, "holding:write");
  const db = context.get(dbContext);
  const { value } = form;
  if (value.intent === "remove") {
    const removed = await tryWrite(context, "common:saveFailed", () =>
      removeHolding(db, own, params.id, actor),
    );
    if (!removed.ok) return redirectWithMessage(context, href("/app/o/:slug/holdings/:id", params), removed);
    const undo = { ...params, entity: "holding" };
    return redirectWithMessage(context, href("/app/o/:slug/holdings", params), "holding:success.deleted", {
      about: { name: removed.name ?? "" },
      undo: href("/app/o/:slug/deleted/:entity/:id", undo),
    });
  }
  const saved = await tryWrite(context, "common:saveFailed", () =>
    updateHolding(db, own, params.id, value, actor),
  );
  if (!saved.ok) return rejectForm(form, saved);
  return redirectWithMessage(context, href("/app/o/:slug/holdings", params), "holding:success.updated");
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Holding({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { holding, isDeleted, mayWrite } = loaderData;
  const { bookId, title, author, note, by, cover, inCatalogue } = holding;
  const page = href("/app/books/:id", { id: bookId });
  const mayOpen = useMayOpen();
  return (
    <>
      <PageTitle title={title} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug/holdings", { slug: params.slug })}>
          {t("holding:list.title")}
        </BackLink>
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
          {by && <p className="mt-2 text-sm break-words text-quiet">{t("holding:by", { name: by })}</p>}
          <p className="mt-2 mb-6">
            {!inCatalogue && !isDeleted && <span>{t("holding:gone")}</span>}
            {inCatalogue && mayOpen(page) && (
              <Link
                to={page}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {t("holding:toBook")}
              </Link>
            )}
          </p>
          {mayWrite ? (
            <NoteForm lastResult={actionData} {...loaderData} slug={params.slug} />
          ) : (
            <FactList facts={[{ term: t("holding:fields.note"), value: note }]} />
          )}
        </div>
      </div>
    </>
  );
}

function NoteForm({
  lastResult,
  holding: { note },
  isDeleted,
  slug,
}: Pick<Route.ComponentProps["loaderData"], "holding" | "isDeleted"> & {
  lastResult: Route.ComponentProps["actionData"];
  slug: string;
}) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const form = useFormResult(lastResult, { note });
  return (
    <>
      <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
        <LeaveQuestion formId={form.id} />
        <FieldErrors id={form.errorId} errors={form.errors} />
        <OriginalValuesField form={form} />
        {isDeleted && <DeletedRowNotice mayRestore />}
        <ChangedMeanwhile
          form={form}
          here={pathname}
          fields={[{ name: "note", label: t("holding:fields.note") }]}
        />
        <TextAreaField
          field={form.field("note")}
          label={t("holding:fields.note")}
          hint={t("holding:noteHint")}
        />
        <SaveButtons
          isDeleted={isDeleted}
          mayRestore
          intent="save"
          cancelTo={href("/app/o/:slug/holdings", { slug })}
        />
      </Form>
      {!isDeleted && (
        <Form method="post" className="mt-8">
          <SubmitButton variant="secondary" intent="remove">
            {t("holding:remove")}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

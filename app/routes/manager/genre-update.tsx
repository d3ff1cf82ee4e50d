import { Trash2 } from "lucide-react";
import { data, href, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { GENRE_ERROR_FIELDS, genreSchema } from "#app/features/genre/genre.schema.ts";
import { deleteGenre, findGenre, type Genre, updateGenre } from "#app/features/genre/genre.server.ts";
import { GenreForm } from "#app/features/genre/genre-form.tsx";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BackLink } from "#app/lists/back-link.tsx";
import { requirePermission } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Dialog, useCloseTo } from "#app/ui/dialog.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/genre-update.ts";

export const middleware = [requirePermission("genre:update")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const genre = await findGenre(context.get(dbContext), params.id);
  if (!genre) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  const mayDelete = can(role, "genre:delete");
  return { genre, mayDelete, confirming: mayDelete && url.searchParams.get("confirm") === "delete" };
}

const updateSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...genreSchema.shape }),
  z.object({ intent: z.literal("delete") }),
]);

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const i18n = context.get(i18nContext);
  const { t } = i18n;
  const submission = await parseForm(request, updateSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const { value } = submission;
  const done = (message: "genre:success.deleted" | "genre:success.updated") =>
    redirectWithFlash(href("/manager/genres"), { type: "success", message }, { context, url });

  const actor = await currentActor(context);
  if (value.intent === "delete") {
    authorize(context, await context.get(viewerContext), "genre:delete");
    const deleted = await tryWrite(context, "genre not deleted", () => deleteGenre(db, params.id, actor));
    if (deleted) return done("genre:success.deleted");
    const here = href("/manager/genres/:id/update", params);
    if (deleted === null) {
      const message = "genre:errors.deleteFailed";
      return redirectWithFlash(here, { type: "error", message }, { context, url });
    }
    if (!(await findGenre(db, params.id))) throw data(null, { status: 404 });
    noteRefusal(context, "GENRE_IN_USE");
    // A book was given it meanwhile: the question itself now says how many, and leads to them.
    return redirect(`${here}?confirm=delete`);
  }

  const change = await tryWrite(context, "genre not written", () => updateGenre(db, params.id, value, actor));
  if (!change)
    return refuseForm(submission, { formErrors: [t("genre:errors.updateFailed")] }, { status: 500 });
  if (!change.ok) return refuseByRule(context, submission, change.code, GENRE_ERROR_FIELDS);
  return done("genre:success.updated");
}

export default function UpdateGenre({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { genre, mayDelete, confirming } = loaderData;
  const here = href("/manager/genres/:id/update", { id: genre.id });
  return (
    <>
      <PageTitle title={t("genre:manager.update")} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <BackLink to={href("/manager/genres")}>{t("genre:list.title")}</BackLink>
        {mayDelete && (
          <ButtonLink variant="danger" to={`${here}?confirm=delete`} replace preventScrollReset>
            <Trash2 aria-hidden="true" className="size-4" />
            {t("genre:manager.delete")}
          </ButtonLink>
        )}
      </div>
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("genre:manager.update")}</h1>
      <GenreForm lastResult={actionData} genre={genre} submit={t("genre:manager.save")} />
      {confirming && <DeleteGenreQuestion genre={genre} here={here} />}
    </>
  );
}

/** Asks, or says why it can't be deleted and leads to the books that use it. */
function DeleteGenreQuestion({ genre, here }: { genre: Genre; here: string }) {
  const { t } = useI18n();
  const close = useCloseTo(here);
  if (genre.bookCount === 0) {
    return (
      <ConfirmDialog
        title={t("genre:manager.confirmDelete")}
        description={t("genre:manager.confirmDeleteDescription", { name: genre.name })}
        here={here}
        intent="delete"
        submit={t("genre:manager.delete")}
      />
    );
  }
  return (
    <Dialog title={t("genre:manager.confirmDelete")} onClose={close}>
      <p className="mt-2 text-quiet">{t("genre:errors.inUse", { count: genre.bookCount })}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <ButtonLink variant="secondary" to={here} replace preventScrollReset>
          {t("cancel")}
        </ButtonLink>
        <ButtonLink to={`${href("/manager/books")}?genre=${genre.id}`}>
          {t("genre:errors.showBooks")}
        </ButtonLink>
      </div>
    </Dialog>
  );
}

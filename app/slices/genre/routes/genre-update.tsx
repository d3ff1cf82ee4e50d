import { data, href, Link, redirect, useLocation } from "react-router";
import * as z from "zod";
import { dbContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { DeleteDialog } from "#app/core/ui/dialog/delete-dialog.tsx";
import { Dialog, useCloseTo } from "#app/core/ui/dialog/dialog.tsx";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize, restoreRefused } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { genreChangeSchema } from "#app/slices/genre/genre.schema.ts";
import {
  deleteGenre,
  findDeletedGenre,
  findGenre,
  type Genre,
  updateGenre,
} from "#app/slices/genre/genre.server.ts";
import { GenreForm } from "#app/slices/genre/genre-form.tsx";
import type { Route } from "./+types/genre-update.ts";

export const middleware = [requirePermissionInParallel("genre:update")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const found = await findGenre(db, params.id);
  const genre = found ?? (await findDeletedGenre(db, params.id));
  if (!genre) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  const mayRestore = can(role, "genre:delete");
  const mayDelete = found !== null && mayRestore;
  return {
    genre,
    isDeleted: !found,
    mayRestore,
    mayDelete,
    confirming: mayDelete && url.searchParams.get("confirm") === "delete",
  };
}

const updateSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...genreChangeSchema.shape }),
  z.object({ intent: z.literal("delete") }),
]);

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const form = await parseForm(request, context, updateSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const list = backToList(href("/manager/genres"), url.search);

  if (form.value.intent === "delete") {
    authorize(context, await context.get(viewerContext), "genre:delete");
    const deleted = await tryWrite(context, "common:deleteFailed", () => deleteGenre(db, params.id, actor));
    if (deleted.ok) {
      return redirectWithMessage(context, list, "genre:success.deleted", {
        about: { name: deleted.name ?? "" },
        undo: keepList(href("/manager/deleted/:entity/:id", { entity: "genre", id: params.id }), url.search),
      });
    }
    const here = href("/manager/genres/:id/update", params);
    if (!("code" in deleted && deleted.code === "GENRE_IN_USE")) {
      return redirectWithMessage(context, keepList(here, url.search), deleted);
    }
    noteRefusal(context, deleted.code);
    // In the meantime, a book got this genre. So the dialog says how many books have it, and links to them.
    return redirect(keepList(here, url.search, { confirm: "delete" }));
  }

  const { intent, ...change } = form.value;
  // Users who may delete a row may restore it (./restore.ts). The form keeps the values that were typed.
  const refused = change.restore && restoreRefused(context, await context.get(viewerContext), "genre:delete");
  if (refused) return rejectForm(form, refused);
  const updated = await tryWrite(context, "common:saveFailed", () =>
    updateGenre(db, params.id, change, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  return redirectWithMessage(context, list, "genre:success.updated", {
    about: { name: change.name, to: href("/manager/genres/:id/update", params) },
  });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function UpdateGenre({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { genre, isDeleted, mayRestore, mayDelete, confirming } = loaderData;
  const { search } = useLocation();
  const here = href("/manager/genres/:id/update", { id: genre.id });
  return (
    <>
      <FormHeading
        title={t("genre:manager.update")}
        subject={genre.name}
        back={{ to: backToList(href("/manager/genres"), search), label: t("genre:list.title") }}
      >
        {mayDelete && (
          <ItemActions editTo={false}>
            <MenuLink
              icon="trash-2"
              to={keepList(here, search, { confirm: "delete" })}
              isDangerous
              isQuestion
            >
              {t("delete")}
            </MenuLink>
          </ItemActions>
        )}
      </FormHeading>
      <GenreForm lastResult={actionData} genre={genre} isDeleted={isDeleted} mayRestore={mayRestore} />
      {genre.bookCount > 0 && (
        <Link
          to={`${href("/manager/books")}?${new URLSearchParams({ genre: genre.id })}`}
          className="mt-6 inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t("genre:books", { count: genre.bookCount })}
        </Link>
      )}
      {confirming && <DeleteGenreQuestion genre={genre} here={keepList(here, search)} />}
    </>
  );
}

/** Asks for confirmation, or says why the genre can't be deleted and links to its books. */
function DeleteGenreQuestion({ genre, here }: { genre: Genre; here: string }) {
  const { t } = useI18n();
  const close = useCloseTo(here);
  if (genre.bookCount === 0) {
    return <DeleteDialog name={genre.name} here={here} />;
  }
  return (
    <Dialog title={t("manager:deleteQuestion.title", { name: genre.name })} onClose={close}>
      <p className="mt-2 text-quiet">{t("genre:inUse", { count: genre.bookCount })}</p>
      <div className="mt-6 dialog-buttons">
        <ButtonLink variant="secondary" to={here} replace preventScrollReset>
          {t("cancel")}
        </ButtonLink>
        <ButtonLink to={`${href("/manager/books")}?genre=${genre.id}`}>{t("genre:showBooks")}</ButtonLink>
      </div>
    </Dialog>
  );
}

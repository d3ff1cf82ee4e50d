import { data, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { DeleteDialog } from "#app/core/ui/dialog/delete-dialog.tsx";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { SENT_COVERS } from "#app/covers.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { deleteBook, findBook } from "#app/slices/book/book.server.ts";
import { BookDetails } from "#app/slices/book/book-details.tsx";
import { withCover } from "#app/slices/book/cover/sent-covers.server.ts";
import type { Route } from "./+types/book.ts";

export const middleware = [requirePermissionInParallel("book:read")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const book = await findBook(context.get(dbContext), params.id);
  if (!book) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  const mayUpdate = can(role, "book:update");
  const links = mayUpdate ? SENT_COVERS.flatMap((covers) => covers.linkToChange(context, book.id) ?? []) : [];
  return {
    book: await withCover(context, book),
    mayUpdate,
    links,
    mayDelete: can(role, "book:delete"),
    confirming: url.searchParams.get("confirm") === "delete" && can(role, "book:delete"),
  };
}

export async function action({ url, context, params }: Route.ActionArgs) {
  authorize(context, await context.get(viewerContext), "book:delete");
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "book:errors.deleteFailed", () =>
    deleteBook(context.get(dbContext), params.id, actor),
  );
  if (!deleted.ok) {
    return redirectWithMessage(context, keepList(href("/manager/books/:id", params), url.search), deleted);
  }
  return redirectWithMessage(
    context,
    backToList(href("/manager/books"), url.search),
    "book:success.deleted",
    {
      about: { name: deleted.name ?? "" },
      undo: keepList(href("/manager/deleted/:entity/:id", { entity: "book", id: params.id }), url.search),
    },
  );
}

export default function Book({
  loaderData: { book, mayUpdate, links, mayDelete, confirming },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const here = href("/manager/books/:id", { id: book.id });
  return (
    <>
      <PageTitle title={book.title} />
      <div className="mb-6">
        <BackLink to={backToList(href("/manager/books"), search)}>{t("book:allBooks")}</BackLink>
      </div>
      <BookDetails book={book} list={href("/manager/books")}>
        <ItemActions
          editTo={mayUpdate && keepList(href("/manager/books/:id/update", { id: book.id }), search)}
        >
          {links.map(({ to, label }) => (
            <MenuLink key={to} icon="book" to={keepList(to, search)}>
              {label}
            </MenuLink>
          ))}
          {mayDelete && (
            <MenuLink
              icon="trash-2"
              to={keepList(here, search, { confirm: "delete" })}
              isDangerous
              isQuestion
            >
              {t("delete")}
            </MenuLink>
          )}
        </ItemActions>
      </BookDetails>
      {confirming && <DeleteDialog name={book.title} here={keepList(here, search)} />}
    </>
  );
}

import { data, href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { findBook } from "#app/slices/book/book.server.ts";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { withCover } from "#app/slices/book/cover/sent-covers.server.ts";
import { COVER, changedCover } from "#app/slices/cover/cover.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { limitOf } from "#app/slices/upload/save-file.server.ts";
import { changeFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/cover.ts";

export const middleware = [requirePermissionInParallel("book:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const maxMegabytes = limitOf(context, COVER);
  const book = await findBook(context.get(dbContext), params.id);
  if (!book) throw data(null, { status: 404 });
  const { title, author, cover } = await withCover(context, book);
  return { title, author, cover, maxMegabytes };
}

export const action = (page: Route.ActionArgs) => changeFile(page, changedCover);

export default function Cover({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const { title, author, cover, maxMegabytes } = loaderData;
  const back = keepList(href("/manager/books/:id", params), search);
  return (
    <div className="max-w-xl">
      <div className="mb-6">
        <BackLink to={back}>{title}</BackLink>
      </div>
      <PicturePage
        title={t("cover:title")}
        description={t("cover:description")}
        picture={<BookCover title={title} author={author} src={cover} isInSight />}
        shape="tall"
        isThere={cover !== undefined}
        maxMegabytes={maxMegabytes}
        lastResult={actionData}
        sendTo={keepList(href("/manager/books/:id/cover/file", params), search)}
        back={back}
      />
    </div>
  );
}

import { href, type RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { books } from "#app/slices/book/books.table.ts";
import type { CoverPaths, SentCovers } from "#app/slices/book/cover/sent-covers.ts";
import type { FileOwner, PictureKind } from "#app/slices/upload/file-kind.ts";
import { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";
import { placeOfPicture } from "#app/slices/upload/pictures.server.ts";
import { rowWithFiles } from "#app/slices/upload/row-files.server.ts";
import { isKept } from "#app/slices/upload/save-file.server.ts";
import type { ChangedFile } from "#app/slices/upload/upload-page.server.ts";

/**
 * The cover of a book, in the format of drawn covers. The list and the page of a book use the same size, so browsers
 * load it once.
 */
export const COVER: PictureKind<keyof CoverPaths> = {
  name: "cover",
  maxMegabytes: 10,
  types: PICTURE_TYPES,
  sizes: { small: { width: 108, height: 162 }, large: { width: 540, height: 810 } },
};

/** Provides uploaded covers to the pages of books. */
export const sentCovers: SentCovers = {
  pathsOf: (context, coverId) => placeOfPicture(context, COVER, coverId),
  linkToChange: (context, bookId) =>
    isKept(context, COVER)
      ? {
          to: href("/manager/books/:id/cover", { id: bookId }),
          label: context.get(i18nContext).t("cover:change"),
        }
      : null,
};

/**
 * Finds the book that a cover belongs to, and says who may change the cover.
 * @throws a 404 response if the book does not exist
 */
export async function coverOwner(
  context: Readonly<RouterContextProvider>,
  bookId: string,
): Promise<FileOwner> {
  const owner = await rowWithFiles(context, books, bookId, {
    permission: "book:update",
    action: "cover.set",
    label: books.title,
    holds: { kind: COVER, column: "coverId" },
  });
  return { ...owner, logged: { ...owner.logged, remove: "cover.remove" } };
}

/** The cover of a book, for its forms. @throws a 404 response if the book does not exist */
export async function changedCover({
  context,
  url,
  params,
}: {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: { id: string };
}): Promise<ChangedFile> {
  return {
    kind: COVER,
    owner: await coverOwner(context, params.id),
    here: keepList(href("/manager/books/:id/cover", params), url.search),
    to: keepList(href("/manager/books/:id", params), url.search),
  };
}

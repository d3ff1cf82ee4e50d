import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, settingsContext } from "#app/context.ts";
import type { Page } from "#app/core/lists/page.ts";
import { fileAddress } from "./file-address.server.ts";
import type { PictureKind } from "./file-kind.ts";
import { files } from "./files.table.ts";
import { isFileOf, isKept } from "./save-file.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A query for the id of a row's picture; null without one. @param rowId its id, or a query for it */
export const pictureIdOf = (kind: PictureKind, rowId: string | SQLWrapper): SQL<string | null> =>
  sql`(select ${files.id} from ${files} where ${isFileOf(kind, rowId)})`;

/** The path of each size of a picture; null where no pictures are stored. */
export async function placeOfPicture<Size extends string>(
  context: Context,
  kind: PictureKind<Size>,
  id: string,
): Promise<Record<Size, string> | null> {
  if (!isKept(context, kind)) return null;
  const settings = context.get(settingsContext);
  const paths = Object.keys(kind.sizes).map(async (size) => [size, await fileAddress(settings, id, size)]);
  return Object.fromEntries(await Promise.all(paths)) as Record<Size, string>;
}

/**
 * Finds a row's picture, in one query.
 * @returns the path of each size; null without a picture
 */
export async function findPictureOf<Size extends string>(
  context: Context,
  kind: PictureKind<Size>,
  rowId: string | SQLWrapper,
): Promise<Record<Size, string> | null> {
  const db = context.get(dbContext);
  const [found] = await db.select({ id: files.id }).from(files).where(isFileOf(kind, rowId));
  return found ? placeOfPicture(context, kind, found.id) : null;
}

/**
 * The rows on a page of a list, each with the path of its picture in the smallest size, or null.
 * @param page.items with the id of their picture as `pictureId`, from {@link pictureIdOf}
 */
export async function withThumbnails<Row extends { pictureId: string | null }>(
  context: Context,
  kind: PictureKind<"small">,
  page: Page<Row>,
): Promise<Page<Omit<Row, "pictureId"> & { thumbnail: string | null }>> {
  const items = page.items.map(async ({ pictureId, ...row }) => {
    const place = pictureId === null ? null : await placeOfPicture(context, kind, pictureId);
    return { ...row, thumbnail: place?.small ?? null };
  });
  return { ...page, items: await Promise.all(items) };
}

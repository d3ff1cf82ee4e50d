import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { settingsContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { behind, type Rows } from "#app/identity/write/rows.ts";
import { fileAddress } from "./file-address.server.ts";
import type { PictureKind } from "./file-kind.ts";
import { files } from "./files.table.ts";
import { isFileOf, isKept } from "./save-file.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A query for the id of a row's picture; null if it has none. @param rowId the row's id, or a query for it */
export const pictureIdOf = (kind: PictureKind, rowId: string | SQLWrapper): SQL<string | null> =>
  sql`(select ${files.id} from ${files} where ${isFileOf(kind, rowId)})`;

/**
 * Copies the id of the current picture, or null without one, into the row that the picture belongs to, so
 * that a list reads no second row for each item (docs/decisions/0089). It is for `holdId` of a FileOwner,
 * whose batch also changes the file.
 * @param rows the rows as in rowWithFiles()
 * @param column the column's name in the code
 */
export function holdPicture<Table extends RowTable>(
  db: Database,
  rows: Rows<Table>,
  column: keyof Table["_"]["columns"] & string,
  { kind, rowId }: { kind: PictureKind; rowId: string },
): BatchItem<"sqlite"> {
  const { table, isOwn } = behind(rows);
  const pictureId = pictureIdOf(kind, rowId);
  const stored = getTableColumns<SQLiteTable>(table)[column];
  return db
    .update(table as RowTable)
    .set({ [column]: pictureId })
    .where(and(eq(table.id, rowId), isOwn, sql`${stored} is not ${pictureId}`));
}

/**
 * The path of each size of a picture; null where no pictures are stored. @param id the id of the picture; null if there
 * is none
 */
export async function placeOfPicture<Size extends string>(
  context: Context,
  kind: PictureKind<Size>,
  id: string | null,
): Promise<Record<Size, string> | null> {
  if (id === null || !isKept(context, kind)) return null;
  const settings = context.get(settingsContext);
  const paths = Object.keys(kind.sizes).map(async (size) => [size, await fileAddress(settings, id, size)]);
  return Object.fromEntries(await Promise.all(paths)) as Record<Size, string>;
}

/**
 * The rows on a page of a list, each with the path of its picture in the smallest size, or null.
 * @param page.items the rows, each with the id of its picture as `pictureId`
 */
export async function withThumbnails<Row extends { pictureId: string | null }>(
  context: Context,
  kind: PictureKind<"small">,
  page: Page<Row>,
): Promise<Page<Omit<Row, "pictureId"> & { thumbnail: string | null }>> {
  const items = page.items.map(async ({ pictureId, ...row }) => {
    const place = await placeOfPicture(context, kind, pictureId);
    return { ...row, thumbnail: place?.small ?? null };
  });
  return { ...page, items: await Promise.all(items) };
}

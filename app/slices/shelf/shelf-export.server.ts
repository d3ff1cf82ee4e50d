import type { Database } from "#app/core/db/client.server.ts";
import { isoTime, ROWS_PER_READ } from "#app/core/lists/csv/csv-download.server.ts";
import { orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import type { shelfOf } from "./reading.server.ts";
import type { ReadingState } from "./reading-states.ts";

/** A row of an exported file. */
interface ExportedReading {
  title: string;
  author: string | null;
  state: ReadingState;
  rating: number | null;
  finishedOn: string | null;
  note: string | null;
  createdAt: number;
  updatedAt: number;
}

/**
 * The columns of an exported file. The import reads all except the last two. By the last two, it recognises
 * our own export.
 */
export const SHELF_COLUMNS = {
  title: ({ title }: ExportedReading) => title,
  author: ({ author }: ExportedReading) => author,
  state: ({ state }: ExportedReading) => state,
  rating: ({ rating }: ExportedReading) => rating,
  finished_on: ({ finishedOn }: ExportedReading) => finishedOn,
  note: ({ note }: ExportedReading) => note,
  created_at: ({ createdAt }: ExportedReading) => isoTime(createdAt),
  updated_at: ({ updatedAt }: ExportedReading) => isoTime(updatedAt),
};

/**
 * A page of all books on a user's shelf, sorted by title. A title never changes on a shelf, so no change in the
 * meantime puts a book on two pages.
 */
export async function readShelfToExport(
  db: Database,
  { rows }: ReturnType<typeof shelfOf>,
  cursor: string | null,
): Promise<Page<ExportedReading>> {
  const orders = { title: [rows.titleKey, rows.authorKey, rows.id] };
  const order = readOrder(orders, { sort: null, cursor, otherwise: "title" });
  const found = await db
    .select({
      title: rows.title,
      author: rows.author,
      state: rows.state,
      rating: rows.rating,
      finishedOn: rows.finishedOn,
      note: rows.note,
      createdAt: rows.createdAt,
      updatedAt: rows.updatedAt,
      keys: order.keys,
    })
    .from(rows)
    .where(order.after)
    .orderBy(...order.orderBy)
    .limit(ROWS_PER_READ + 1);
  return orderedPage(found, ROWS_PER_READ, order);
}

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { SENT_COVERS } from "#app/covers.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import type { CoverPaths } from "./sent-covers.ts";

type Context = Readonly<RouterContextProvider>;

/** A row for a page: with the path of its cover instead of the cover's id; with neither if the cover is drawn. */
export type WithCover<Row> = Omit<Row, "coverId"> & { cover?: string };

/** The paths of an uploaded cover; null if the cover is drawn. @param coverId the id in the book's row */
export async function coverPaths(context: Context, coverId: string | null): Promise<CoverPaths | null> {
  const [covers] = SENT_COVERS;
  return coverId === null ? null : ((await covers?.pathsOf(context, coverId)) ?? null);
}

/**
 * Replaces the id of a book's cover by the path of the cover.
 * @param size the size of the cover on the page
 */
export async function withCover<Row extends { coverId: string | null }>(
  context: Context,
  { coverId, ...row }: Row,
  size: keyof CoverPaths = "large",
): Promise<WithCover<Row>> {
  const paths = await coverPaths(context, coverId);
  return paths ? { ...row, cover: paths[size] } : row;
}

/**
 * Replaces the id of each book's cover by the path of the cover.
 * @param size the size of the covers on the page
 */
export const withCovers = <Row extends { coverId: string | null }>(
  context: Context,
  rows: readonly Row[],
  size?: keyof CoverPaths,
): Promise<WithCover<Row>[]> => Promise.all(rows.map((row) => withCover(context, row, size)));

/**
 * A query for the id of a book's cover; null also if the book does not exist. It reads one row. @param bookId a column,
 * or a query
 */
export const coverIdOf = (bookId: SQLWrapper): SQL<string | null> =>
  sql`(select ${books.coverId} from ${books} where ${books.id} = ${bookId})`;

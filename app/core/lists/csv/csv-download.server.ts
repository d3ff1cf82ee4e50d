import Papa from "papaparse";
import { type RouterContextProvider, redirect } from "react-router";
import { i18nContext, platformContext, repeatChecksContext, requestIdContext } from "#app/context.ts";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { logError, logEvent } from "#app/core/lib/log.ts";
import type { Page } from "#app/core/lists/page.ts";
import { defuse } from "./csv-formula.ts";

// Lists as CSV files, of any length, in little memory (docs/decisions/0042).

/** How many rows of a file one query reads. */
export const ROWS_PER_READ = 500;

/** How many rows one query examines for a filter that has no index. */
export const ROWS_EXAMINED = 600;

/**
 * How many rows of the file one query reads for a search, or for one person's entries. Each of these costs the database
 * several rows.
 */
export const ROWS_PER_SEARCH = 150;

/** Without this mark, Excel reads a file in the system's encoding, and garbles Arabic. */
const BYTE_ORDER_MARK = "\uFEFF";

type Cell = string | number | null;

/** The content of a CSV file. */
interface CsvFile<Row> {
  /** The start of the file's name. */
  name: string;
  /** The path of the list, which has the same search parameters as the download. */
  list: string;
  /** Whether the file is only part of the list. Its name says so. */
  isFiltered: boolean;
  /** The columns by their headings, which are the same in every language. */
  columns: Record<string, (row: Row) => Cell>;
  /** Reads a page of the rows. @param after the cursor from the previous page; null for the first one */
  read: (after: string | null) => Promise<Page<Row>>;
  /** Adds the download to the audit log, after the first read has succeeded and before anything is sent. */
  record?: () => Promise<void>;
}

/**
 * A CSV file (RFC 4180, in UTF-8) as a download. It is read and sent a page at a time, as fast as the browser receives
 * it. The first page is read before the response starts, so that a failure there becomes an error page. After a later
 * failure, the last line says that the file is incomplete. Aborting the stream would not work: workerd loses the bytes
 * sent just before it, and ends the response as if it were whole (its issue 6818).
 *
 * @returns for a data request, a redirect to the list. Only script sends one, when signing in leads back to a download;
 *   the router would read the whole file into memory, and show an empty page.
 */
export async function csvDownload<Row>(
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  { name, list, isFiltered, columns, read, record }: CsvFile<Row>,
): Promise<Response> {
  if (new URL(request.url).pathname.endsWith(".data")) return redirect(list + url.search);

  const linesOf = ({ items }: Page<Row>) =>
    items.map((row) => line(Object.values(columns).map((cell) => cell(row)))).join("");
  const encoder = new TextEncoder();

  const first = await read(null);
  await record?.();
  let { next } = first;
  let isWanted = true;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const beginning = BYTE_ORDER_MARK + line(Object.keys(columns)) + linesOf(first);
        controller.enqueue(encoder.encode(beginning));
      },
      async pull(controller) {
        try {
          // A page is empty if none of the rows it examined passed the filter.
          for (let lines = ""; isWanted && next !== null && lines === ""; ) {
            // The reader may have lost access since.
            const [page] = await Promise.all([read(next), context.get(repeatChecksContext)()]);
            next = page.next;
            lines = linesOf(page);
            if (isWanted && lines !== "") controller.enqueue(encoder.encode(lines));
          }
          if (isWanted && next === null) controller.close();
        } catch (error) {
          const requestId = context.get(requestIdContext);
          // Anything but an Error is a refusal, because the reader has lost access.
          if (error instanceof Error) logError(`export failed: ${name}`, error, requestId);
          else logEvent("export stopped", { requestId, name });
          const { t } = context.get(i18nContext);
          controller.enqueue(encoder.encode(line([t("manager:errors.exportBroken")])));
          controller.close();
        }
      },
      cancel() {
        isWanted = false;
      },
    },
    { highWaterMark: 1 },
  );
  const { now, timeZone } = context.get(platformContext);
  const fileName = [name, ...(isFiltered ? ["filtered"] : []), dayOf(now, timeZone)].join("-");
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}.csv"`,
    },
  });
}

/** A line of a file. Quotes cells that some spreadsheets would split. */
const line = (cells: Cell[]) => {
  const defused = cells.map((cell) => (typeof cell === "string" ? defuse(cell) : cell));
  const quotes = (cell: unknown) => typeof cell === "string" && /[;\t]|^'/.test(cell);
  return `${Papa.unparse([defused], { quotes })}\r\n`;
};

/** A point in time, in milliseconds since 1970, as ISO 8601 in UTC. */
export const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

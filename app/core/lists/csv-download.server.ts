import Papa from "papaparse";
import { type RouterContextProvider, redirect } from "react-router";
import { askAgainContext, i18nContext, platformContext, requestIdContext } from "#app/context.ts";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { logError, logEvent } from "#app/core/lib/log.ts";
import { defuse } from "./csv-formula.ts";
import type { Page } from "./page.ts";

// Lists as CSV files, of any length, in little memory (docs/decisions/0042).

/** How many rows of a file one query reads. */
export const ROWS_PER_READ = 500;

/** How many rows one query looks through for those that a filter lets through, where no index finds them. */
export const ROWS_EXAMINED = 600;

/** How many rows one query of a search reads, or of one person's entries: each costs several. */
export const ROWS_PER_SEARCH = 150;

/** Excel takes a file without it for one in the encoding of the system, and shows Arabic as something else. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A value of a file. */
type Cell = string | number | null;

/** What a CSV file holds. */
interface CsvFile<Row> {
  /** The beginning of its name. */
  name: string;
  /** The path of the list. It takes the search parameters of the download. */
  list: string;
  /** Whether it is not the whole list, which its name says. */
  isFiltered: boolean;
  /** The columns by their names, which are the same in every language. */
  columns: Record<string, (row: Row) => Cell>;
  /** Reads a page of the rows. @param after the cursor that the page before ended with; null for the first one */
  read: (after: string | null) => Promise<Page<Row>>;
  /** Writes to the audit log that somebody takes it, once it is known that it can be read and before anything is sent. */
  record?: () => Promise<void>;
}

/**
 * A CSV file (RFC 4180, in UTF-8) as a download. It is sent while it is read, a page at a time, as fast as the browser takes
 * it. The first page is read before the answer begins, so that a failure there is an error page. After a later one the last
 * line says that the file is incomplete. An error of the stream would not do: workerd loses what was sent just before it, and ends
 * the answer as if it were whole (its issue 6818).
 *
 * @returns for a request for data, a redirect to the list. Only script sends one, when signing in leads back to a download; the
 *   router would read the whole file into memory, and show an empty page.
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
          // A page that has looked at its share in vain is empty.
          for (let lines = ""; isWanted && next !== null && lines === ""; ) {
            // Whoever takes the file may no longer read it by now.
            const [page] = await Promise.all([read(next), context.get(askAgainContext)()]);
            next = page.next;
            lines = linesOf(page);
            if (isWanted && lines !== "") controller.enqueue(encoder.encode(lines));
          }
          if (isWanted && next === null) controller.close();
        } catch (error) {
          const requestId = context.get(requestIdContext);
          // What is no error refuses whoever takes the file.
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

/** A line of a file. Quotes keep together what some spreadsheets would split. */
const line = (cells: Cell[]) => {
  const defused = cells.map((cell) => (typeof cell === "string" ? defuse(cell) : cell));
  const quotes = (cell: unknown) => typeof cell === "string" && /[;\t]|^'/.test(cell);
  return `${Papa.unparse([defused], { quotes })}\r\n`;
};

/** A point in time, in milliseconds since 1970, as ISO 8601 in UTC. */
export const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

import { parseStack } from "error-stack-parser-es/lite";
import * as z from "zod";
import { plainHeaders } from "#app/core/http/plain-answer.server.ts";
import { readBody } from "#app/core/http/read-body.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { MinuteBudget } from "#app/core/lib/minute-budget.ts";
import { ERROR_REPORTS_PATH } from "./error-reports-path.ts";
import { withoutTraces } from "./without-traces.ts";

/** `maxBytes` is twice what a page sends. `timeLimit` is enough milliseconds for a slow network. */
const LIMITS = { maxBytes: 16 * 1024, timeLimit: 10_000 };
/** How many reports an isolate accepts in a minute. Anyone can send them, and each costs money. */
const MOST_A_MINUTE = 20;

const reportSchema = z.object({
  name: z.string().max(100),
  message: z.string().max(1000),
  stack: z.string().max(5000),
  page: z.string().max(200),
  requestId: z.uuid().optional(),
});

/** An error in a page, as the browser reports it. */
export class BrowserError extends Error {
  /** The path of the page. */
  readonly page: string;

  constructor({ name, message, stack, page }: z.output<typeof reportSchema>) {
    super(withoutTraces(message));
    this.name = /^\w+$/.test(name) ? name : "Error";
    this.page = withoutTraces(page);
    // Each browser has its own format for a stack, so it is converted to V8's.
    const calls = parseStack(stack).map(
      ({ function: name = "?", file = "?", line = 0, col = 0 }) =>
        `    at ${name} (${withoutTraces(file)}:${line}:${col})`,
    );
    this.stack = [`${this.name}: ${this.message}`, ...calls].join("\n");
  }
}

const budget = new MinuteBudget(MOST_A_MINUTE);

/** Whether a request reports an error in a page. */
export const isBrowserError = (request: Request) =>
  request.method === "POST" && new URL(request.url).pathname === ERROR_REPORTS_PATH;

/**
 * Logs an error that a page has reported, within a budget, and always responds with 204. It reads no cookie and acts
 * for no user.
 * @param now milliseconds since 1970
 */
export async function takeBrowserError(request: Request, requestId: string, now: number): Promise<Response> {
  const report = await readReport(request);
  if (report && budget.take(now)) {
    logError("browser error", new BrowserError(report), report.requestId ?? requestId);
  }
  return new Response(null, { status: 204, headers: plainHeaders(request, requestId) });
}

/** The report; null if it is too large or invalid. */
async function readReport(request: Request): Promise<z.output<typeof reportSchema> | null> {
  try {
    const read = await readBody(request, LIMITS);
    return read.ok ? (reportSchema.safeParse(JSON.parse(await read.body.text())).data ?? null) : null;
  } catch {
    return null;
  }
}

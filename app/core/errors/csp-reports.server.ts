import * as z from "zod";
import { CSP_REPORTS_PATH } from "#app/core/http/base-headers.ts";
import { plainHeaders } from "#app/core/http/plain-answer.server.ts";
import { readBody } from "#app/core/http/read-body.server.ts";
import { logEvent, reportWarning } from "#app/core/lib/log.ts";
import { MinuteBudget } from "#app/core/lib/minute-budget.ts";
import { BrowserError } from "./browser-errors.server.ts";

/** Both limits are several times what a browser needs for its reports. `timeLimit` is in milliseconds. */
const LIMITS = { maxBytes: 16 * 1024, timeLimit: 10_000 };
/** How many reports an isolate logs in a minute. Anyone can send them, and each line costs money. */
const LINES_PER_MINUTE = 20;
/**
 * How many of these reports it also sends to the error service. This is less than workers/sentry.ts may send in a
 * minute, so that a stranger's reports leave room for errors.
 */
const SENT_PER_MINUTE = 5;

/** One violation, in the format of report-uri (CSP Level 2) or of the Reporting API. Other properties are dropped. */
const violationSchema = z.union([
  z
    .object({
      "csp-report": z.object({
        "document-uri": z.string(),
        "blocked-uri": z.string().default(""),
        "violated-directive": z.string().default(""),
        "source-file": z.string().default(""),
        "line-number": z.number().default(0),
      }),
    })
    .transform(({ "csp-report": report }) => ({
      page: report["document-uri"],
      blocked: report["blocked-uri"],
      directive: report["violated-directive"],
      source: report["source-file"],
      line: report["line-number"],
    })),
  z
    .object({
      type: z.literal("csp-violation"),
      body: z.object({
        documentURL: z.string(),
        blockedURL: z.string().nullish(),
        effectiveDirective: z.string().nullish(),
        sourceFile: z.string().nullish(),
        lineNumber: z.number().nullish(),
      }),
    })
    .transform(({ body }) => ({
      page: body.documentURL,
      blocked: body.blockedURL ?? "",
      directive: body.effectiveDirective ?? "",
      source: body.sourceFile ?? "",
      line: body.lineNumber ?? 0,
    })),
]);

const lines = new MinuteBudget(LINES_PER_MINUTE);
const sent = new MinuteBudget(SENT_PER_MINUTE);

/** Whether a request carries reports of violations of our Content-Security-Policy. */
export const isCspReport = (request: Request) =>
  request.method === "POST" && new URL(request.url).pathname === CSP_REPORTS_PATH;

/**
 * Logs a browser's reports and sends some of them to the error service, within budgets, and always responds with 204.
 * No middleware runs and no cookie is read, because browsers send reports by themselves, and nothing here acts for a
 * user. The log gets one line per violation and not per request.
 * @param now milliseconds since 1970
 */
export async function takeCspReports(request: Request, requestId: string, now: number): Promise<Response> {
  for (const violation of await violationsIn(request)) {
    if (!lines.take(now)) break;
    logEvent("csp violation", { requestId, ...violation });
    if (sent.take(now)) reportWarning("csp violation", asError(violation), requestId);
  }
  return new Response(null, { status: 204, headers: plainHeaders(request, requestId) });
}

type Violation = z.output<typeof violationSchema>;

/** The violations in a report, without queries; none if it is too large or invalid. */
async function violationsIn(request: Request): Promise<Violation[]> {
  try {
    const read = await readBody(request, LIMITS);
    const report: unknown = read.ok ? JSON.parse(await read.body.text()) : [];
    return [report].flat().flatMap((one) => {
      const { data } = violationSchema.safeParse(one);
      return data ? withoutQueries(data) : [];
    });
  } catch {
    return [];
  }
}

const withoutQueries = ({ page, blocked, directive, source, line }: Violation): Violation => ({
  page: withoutQuery(page),
  blocked: withoutQuery(blocked),
  directive: directive.slice(0, 100),
  source: withoutQuery(source),
  line,
});

/** Removes the query, which may contain addresses and search terms. */
const withoutQuery = (url: string) => url.split(/[?#]/)[0]?.slice(0, 200) ?? "";

/** A violation as an error of the page, with its place in the script. */
const asError = ({ page, blocked, directive, source, line }: Violation) =>
  new BrowserError({
    name: "CspViolation",
    message: `${directive} blocked ${blocked}`,
    stack: source && `Error\n    at ${source}:${line}:0`,
    page,
  });

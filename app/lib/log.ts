/** One finished request, as logged. */
interface RequestLog {
  requestId: string;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  language: string;
  /** Why a rule refused it. */
  code?: string;
  db: { queries: number; roundTrips: number; rowsRead: number };
}

/** Writes the line of a finished request. */
export function logRequest(entry: RequestLog): void {
  write(entry.status >= 500 ? "error" : "info", "request", entry);
}

/** Writes down something that happened beside a request's outcome. Never an address, a code or a token. */
export function logEvent(event: string, fields: Record<string, unknown>): void {
  write("info", event, fields);
}

/**
 * Writes down an error that a person must look at: message and stack stay here and never reach a page.
 * @param requestId of the request it happened in, where there is one
 */
export function logError(event: string, error: unknown, requestId?: string): void {
  write("error", event, {
    requestId,
    error: error instanceof Error ? chainOf(error) : String(error),
  });
}

/** One JSON object a line, which Workers Logs indexes by field. */
function write(level: "info" | "error", event: string, fields: object): void {
  console[level === "error" ? "error" : "log"](JSON.stringify({ level, event, ...fields }));
}

/** Stack and causes. Drizzle's messages hold the parameters of the query (addresses, hashes): they are cut off. */
function chainOf(error: Error): string {
  const own = (error.stack ?? error.message).replace(/\nparams: [^\n]*/g, "");
  return error.cause instanceof Error ? `${own}\ncaused by ${chainOf(error.cause)}` : own;
}

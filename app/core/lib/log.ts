/** One finished request, as logged. One that never reached the router has no time, language or cost. */
interface RequestLog {
  requestId: string;
  method: string;
  path: string;
  status: number;
  milliseconds?: number;
  language?: string;
  /** The code of the rule that refused it. */
  code?: string;
  db?: { queries: number; roundTrips: number; rowsRead: number };
}

/** Logs a finished request. */
export function logRequest(entry: RequestLog): void {
  write(entry.status >= 500 ? "error" : "info", "request", entry);
}

/** Logs an event besides a request's outcome. Never log an address, a code or a token. */
export function logEvent(event: string, fields: Record<string, unknown>): void {
  write("info", event, fields);
}

/**
 * Logs an error that a person must look at. Its message and stack stay here and never reach a page.
 * @param requestId of the request it happened in, if any
 */
export function logError(event: string, error: unknown, requestId?: string): void {
  write("error", event, {
    requestId,
    error: error instanceof Error ? chainOf(error) : String(error),
  });
}

/** Logs what a person must look at, though nothing has failed. Never log an address, a code or a token. */
export function logAlarm(event: string, fields: Record<string, unknown>): void {
  write("error", event, fields);
}

/** One JSON object per line, which Workers Logs indexes by field. */
function write(level: "info" | "error", event: string, fields: object): void {
  console[level === "error" ? "error" : "log"](JSON.stringify({ level, event, ...fields }));
}

/** Stack and causes. Drizzle's messages end in the parameters of the query (addresses, hashes): these are cut off. */
function chainOf({ message, stack = message, cause }: Error): string {
  // A parameter may have several lines, so only the message tells where the parameters end.
  const own = stack.replace(message, () => message.replace(/\nparams: .*/s, ""));
  return cause instanceof Error ? `${own}\ncaused by ${chainOf(cause)}` : own;
}

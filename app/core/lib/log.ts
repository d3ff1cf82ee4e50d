/** The log entry of a finished request. A request that never reached the router has no time, language or cost. */
interface RequestLog {
  requestId: string;
  method: string;
  path: string;
  status: number;
  milliseconds?: number;
  language?: string;
  /** The code of the rule that refused the request. */
  code?: string;
  db?: { queries: number; roundTrips: number; rowsRead: number };
}

/** Logs a finished request. */
export function logRequest(entry: RequestLog): void {
  write(entry.status >= 500 ? "error" : "info", "request", entry);
}

/** Logs an event other than a request's outcome. Never log an address, a code or a token. */
export function logEvent(event: string, fields: Record<string, unknown>): void {
  write("info", event, fields);
}

/** A logged error or alarm that needs a person's attention, or a warning that deserves it. */
export interface LoggedError {
  event: string;
  level: "error" | "warning";
  requestId: string | undefined;
  /** Null for an alarm without an error. */
  error: unknown;
}

let listener: ((logged: LoggedError) => void) | null = null;

/**
 * Sets a function that also gets every logged error and alarm, and every warning. Call it once, when the program
 * starts.
 */
export function onLoggedError(tell: (logged: LoggedError) => void): void {
  listener = tell;
}

/**
 * Logs an error that needs a person's attention. Its message and stack stay in the log and never reach a page.
 * @param requestId the id of the request in which it happened, if any
 */
export function logError(event: string, error: unknown, requestId?: string): void {
  write("error", event, {
    requestId,
    error: error instanceof Error ? chainOf(error) : String(error),
  });
  listener?.({ event, level: "error", requestId, error });
}

/** Logs an alarm. Nothing has failed, but it needs a person's attention. Never log an address, a code or a token. */
export function logAlarm(event: string, fields: Record<string, unknown>): void {
  write("error", event, fields);
  listener?.({ event, level: "error", requestId: undefined, error: null });
}

/**
 * Sends an event of the log to the error service. If strangers can cause the event, limit how often you send
 * it.
 */
export function reportWarning(event: string, error: Error, requestId: string): void {
  listener?.({ event, level: "warning", requestId, error });
}

/** Writes one JSON object per line, which Workers Logs indexes by field. */
function write(level: "info" | "error", event: string, fields: object): void {
  console[level === "error" ? "error" : "log"](JSON.stringify({ level, event, ...fields }));
}

/**
 * The stack of an error, with its causes. Drizzle's messages end with the query's parameters (addresses, hashes), so
 * these are cut off.
 */
function chainOf({ message, stack = message, cause }: Error): string {
  // A parameter may have several lines, so only the message shows where the parameters end.
  const own = stack.replace(message, () => withoutParameters(message));
  return cause instanceof Error ? `${own}\ncaused by ${chainOf(cause)}` : own;
}

/** The message of an error, without the parameters of a query. */
export const withoutParameters = (message: string) => message.replace(/\nparams: .*/s, "");

import { captureException, captureMessage, linkedErrorsIntegration, withSentry } from "@sentry/cloudflare";
import { BrowserError } from "../app/core/errors/browser-errors.server.ts";
import { withoutTraces } from "../app/core/errors/without-traces.ts";
import { onLoggedError } from "../app/core/lib/log.ts";
import { MinuteBudget } from "../app/core/lib/minute-budget.ts";
import { buildInfo } from "../app/core/shell/build-info.server.ts";
import type { Settings } from "../app/settings.ts";
import type { Worker } from "./worker.ts";

/**
 * How many events an isolate sends in a minute. If all requests fail for the same reason, the twentieth report says
 * nothing new.
 */
const MOST_A_MINUTE = 20;

const budget = new MinuteBudget(MOST_A_MINUTE);

/**
 * Wraps the worker so that every error it logs also goes to Sentry, and some warnings. An event is built here from the
 * error, the name of what failed, and the id of the request, and nothing else: never an address, a code, a cookie, a
 * header or a body (docs/decisions/0086).
 */
export function reportingToSentry(worker: Worker, settings: Settings): Worker {
  const { commit, version } = buildInfo();
  onLoggedError(({ event, level, requestId, error }) => {
    const tags = {
      event,
      request_id: requestId,
      page: error instanceof BrowserError ? error.page : undefined,
    };
    if (error === null) captureMessage(event, { level, tags });
    else captureException(error, { level, tags });
  });
  return withSentry(
    () => ({
      dsn: settings.SENTRY_DSN,
      release: commit ?? version,
      environment: settings.ENVIRONMENT_NAME || "production",
      // An error is sent with its causes, but without anything else that the SDK adds by default.
      defaultIntegrations: false as const,
      integrations: [linkedErrorsIntegration()],
      maxBreadcrumbs: 0,
      beforeSend: ({
        event_id,
        timestamp,
        level,
        platform,
        release,
        environment,
        tags,
        exception,
        message,
      }) => {
        if (!budget.take(Date.now())) return null;
        return {
          type: undefined,
          event_id,
          timestamp,
          level,
          platform,
          release,
          environment,
          tags,
          message,
          exception: {
            values: exception?.values?.map(({ type, value = "", stacktrace }) => ({
              type,
              value: withoutTraces(value),
              stacktrace: {
                frames: stacktrace?.frames?.map(({ filename, function: name, lineno, colno, in_app }) => ({
                  filename,
                  function: name,
                  lineno,
                  colno,
                  in_app,
                })),
              },
            })),
          },
        };
      },
    }),
    { ...worker } as never,
  );
}

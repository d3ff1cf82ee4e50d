import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { buildInfo, environmentOf } from "./build-info.server.ts";
import { i18nContext, nonceContext, requestIdContext, settingsContext } from "./context.ts";
import { impersonationNotice } from "./features/session/impersonation-notice.server.ts";
import { languageOf } from "./i18n/languages.ts";
import { browserBundle } from "./i18n/resources.server.ts";
import { logError } from "./lib/log.ts";
import { savesData } from "./lib/save-data.ts";
import { DocumentContext, previousPathOf } from "./ui/document-context.ts";
import { readThemeCookie } from "./ui/themes.ts";

/** Renders a page as HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const i18n = context.get(i18nContext);
  const settings = context.get(settingsContext);
  const nonce = context.get(nonceContext);
  const requestId = context.get(requestIdContext);
  const withoutScript = savesData(request.headers);
  const stream = await renderToReadableStream(
    <DocumentContext
      value={{
        nonce,
        requestId,
        previousPath: previousPathOf(request.headers.get("Referer"), new URL(request.url)),
        theme: readThemeCookie(request.headers.get("Cookie")),
        savesData: withoutScript,
        deployment: { environment: environmentOf(settings), build: buildInfo(settings) },
        impersonation: await impersonationNotice(context),
        translations: JSON.stringify(browserBundle(languageOf(i18n).key, settings)),
      }}
    >
      <I18nextProvider i18n={i18n}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </I18nextProvider>
    </DocumentContext>,
    { nonce, signal: request.signal, onError: (error) => logError("render failed", error, requestId) },
  );
  // What is still on its way when a page begins to go out is put in its place by script.
  if (withoutScript || isbot(request.headers.get("User-Agent"))) await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}

/** Errors that nobody threw on purpose. Refusals (404, 405, ...) are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error)) return;
  if (!request.signal.aborted) logError("request failed", error, context.get(requestIdContext));
};

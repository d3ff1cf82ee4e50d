import { isbot } from "isbot";
// Not "react-dom/server": its build for edge runtimes encodes each attribute separately, which is slower
// (docs/performance.md).
import { renderToReadableStream } from "react-dom/server.node";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { savesData } from "#app/core/http/save-data.ts";
import { translatorIn } from "#app/core/i18n/instance.server.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { namespacesOf, stringsPath } from "#app/core/i18n/page-strings.ts";
import { PageLanguageContext } from "#app/core/i18n/use-i18n.ts";
import { logError } from "#app/core/lib/log.ts";
import { buildInfo, environmentOf } from "#app/core/shell/build-info.server.ts";
import { InlineStyles, inlineStyles } from "#app/core/shell/inline-styles.server.tsx";
import { PublicHead } from "#app/core/shell/public-head.server.tsx";
import { DocumentContext, previousPathOf } from "#app/core/ui/document-context.ts";
import { HEADING_FONTS } from "#app/core/ui/heading-fonts.ts";
import { readThemeCookie } from "#app/core/ui/theme.ts";
import { impersonationNotice } from "#app/identity/session/impersonation-notice.server.ts";
import { i18nContext, nonceContext, requestIdContext, settingsContext } from "./context.ts";

/** Renders a page as HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const url = new URL(request.url);
  const i18n = context.get(i18nContext);
  const settings = context.get(settingsContext);
  const nonce = context.get(nonceContext);
  const requestId = context.get(requestIdContext);
  const withoutScript = savesData(request.headers);
  const { matches } = routerContext.staticHandlerContext;
  const namespaces = namespacesOf(matches.map(({ route }) => route.path ?? "").join("/"));
  const styles = inlineStyles(request, routerContext);
  const stream = await renderToReadableStream(
    <DocumentContext
      value={{
        nonce,
        requestId,
        previousPath: previousPathOf(request.headers.get("Referer"), url),
        theme: readThemeCookie(request.headers.get("Cookie")),
        savesData: withoutScript,
        deployment: {
          environment: environmentOf(settings),
          build: buildInfo(),
          ...(settings.SENTRY_DSN && { takesErrors: true }),
        },
        impersonation: await impersonationNotice(context),
        head: (
          <>
            <PublicHead url={url} settings={settings} i18n={i18n} />
            {styles && <InlineStyles {...styles} nonce={nonce} />}
          </>
        ),
        styled: styles !== null,
        stringsPath: stringsPath(languageOf(i18n).key, namespaces),
      }}
    >
      <PageLanguageContext value={translatorIn(languageOf(i18n).key)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageLanguageContext>
    </DocumentContext>,
    {
      nonce: { script: nonce, style: nonce },
      signal: request.signal,
      onError: (error) => logError("render failed", error, requestId),
    },
  );
  // A script moves streamed content into place. For browsers without script, and for bots, wait for the whole page.
  if (withoutScript || isbot(request.headers.get("User-Agent"))) await stream.allReady;
  if (styles) headers.append("Set-Cookie", styles.cookie);
  // Chromium delays a page while it preloads a font. A first page must not wait, and the font is not cached yet
  // (docs/decisions/0094).
  if (!withoutScript && !styles) {
    // The preload is a header because headers arrive before the document, and it needs no script in the browser.
    const font = HEADING_FONTS[languageOf(i18n).direction];
    headers.append("Link", `<${font}>; rel=preload; as=font; type=font/woff2; crossorigin`);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}

/** Logs unexpected errors. Responses thrown on purpose (404, 405, ...) are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error)) return;
  if (!request.signal.aborted) logError("request failed", error, context.get(requestIdContext));
};

import { type ReactNode, use, useEffect, useState } from "react";
import { data, Links, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import { CLIENT_MIDDLEWARE } from "#app/core/client/client-middleware.ts";
import { useStoredLanguage } from "#app/core/client/use-change-language.ts";
import { useHeadingFocus } from "#app/core/client/use-heading-focus.ts";
import { usePageRevalidation } from "#app/core/client/use-page-revalidation.ts";
import { takeFlash } from "#app/core/http/flash.server.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { database } from "#app/core/middleware/database.ts";
import { language } from "#app/core/middleware/language.ts";
import { observe } from "#app/core/middleware/observe.ts";
import { sameOrigin } from "#app/core/middleware/same-origin.ts";
import { securityHeaders } from "#app/core/middleware/security-headers.ts";
import { wholeBody } from "#app/core/middleware/whole-body.ts";
import { ConnectionRegion } from "#app/core/shell/connection-region.tsx";
import { EnvironmentMark } from "#app/core/shell/environment-mark.tsx";
import { FlashContext } from "#app/core/shell/flash-context.ts";
import { PendingBar } from "#app/core/shell/pending-bar.tsx";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { EARLY_THEME_SCRIPT, themeColour } from "#app/core/ui/theme.ts";
import { ToastRegion } from "#app/core/ui/toast/toast-region.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { audit } from "#app/identity/middleware/audit.ts";
import { session } from "#app/identity/middleware/session.ts";
import { ProofPartsContext } from "#app/identity/proof/proof-parts-context.ts";
import { impersonationNotice } from "#app/identity/session/impersonation-notice.server.ts";
import { ErrorDetailsContext } from "#app/identity/shell/error-page.tsx";
import { StandaloneErrorPage } from "#app/identity/shell/standalone-error-page.tsx";
import type { Route } from "./+types/root.ts";
import { MIDDLEWARE } from "./slices.server.ts";
import { ABOVE_PAGES, BELOW_PAGES, ERROR_DETAILS, PROOF_PARTS } from "./slices.tsx";
import "#app/core/ui/theme.css";

/** Runs on every request, outermost first. */
export const middleware = [
  observe,
  securityHeaders,
  language,
  sameOrigin,
  wholeBody,
  session,
  database,
  ...MIDDLEWARE,
  audit,
];

export const clientMiddleware = CLIENT_MIDDLEWARE;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { flash, headers } = await takeFlash(request, context);
  return data({ flash, impersonation: await impersonationNotice(context) }, { headers });
}

/** The document around every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const { t, i18n } = useI18n();
  const { key, direction } = languageOf(i18n);
  useStoredLanguage();
  usePageRevalidation();
  useHeadingFocus();
  const { nonce, requestId, theme, savesData, impersonation, deployment, head, styled, stringsPath } =
    use(DocumentContext);
  const { environment } = deployment;
  // Same-origin styles need no nonce. But without an empty nonce, the development server warns of a hydration mismatch.
  const sheets = <Links nonce="" />;
  return (
    <html
      lang={key}
      dir={direction}
      data-theme={theme}
      data-request-id={requestId}
      data-deployment={JSON.stringify(deployment)}
      data-strings={savesData ? undefined : stringsPath}
      data-saves-data={savesData || undefined}
      data-impersonation={impersonation ? JSON.stringify(impersonation) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        {(["light", "dark"] as const).map((device) => (
          <meta
            key={device}
            name="theme-color"
            media={`(prefers-color-scheme: ${device})`}
            content={themeColour(theme, device)}
            suppressHydrationWarning
          />
        ))}
        {!savesData && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, a constant
            dangerouslySetInnerHTML={{ __html: EARLY_THEME_SCRIPT }}
          />
        )}
        <link
          rel="icon"
          href={environment ? `/icon-${environment.colour}.svg` : "/icon.svg"}
          type="image/svg+xml"
        />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {head}
        {!savesData && <link rel="preload" as="fetch" crossOrigin="anonymous" href={stringsPath} />}
        {!styled && sheets}
      </head>
      <body className="min-h-dvh bg-paper font-sans text-ink antialiased">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-lg focus:bg-accent-solid focus:px-4 focus:py-2 focus:text-on-accent"
        >
          {t("skipToContent")}
        </a>
        <EnvironmentMark />
        <PendingBar />
        <ConnectionRegion />
        {ABOVE_PAGES.map((Part) => (
          <Part key={Part.name} />
        ))}
        <ErrorDetailsContext value={errorDetails}>
          <ProofPartsContext value={PROOF_PARTS}>{children}</ProofPartsContext>
        </ErrorDetailsContext>
        {BELOW_PAGES.map((Part) => (
          <Part key={Part.name} />
        ))}
        <ToastRegion />
        {!savesData && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
        {/* This page does not wait for the style sheets, because they are for the next page, and for pages that script
              opens. */}
        {styled && sheets}
      </body>
    </html>
  );
}

const errorDetails = (refusal: unknown) => ERROR_DETAILS.map((detailsOf) => detailsOf(refusal)).find(Boolean);

export default function App({ loaderData: { flash } }: Route.ComponentProps) {
  const { key } = useLocation();
  const [document] = useState({ flash, key });
  useEffect(() => {
    if (flash && flash !== document.flash) showToast(flash.type, flash.message, flash);
  }, [flash, document]);
  return (
    <FlashContext value={key === document.key ? document.flash : null}>
      <Outlet />
    </FlashContext>
  );
}

export function ErrorBoundary() {
  return <StandaloneErrorPage />;
}

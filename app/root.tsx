import { lazy, type ReactNode, use, useEffect, useState } from "react";
import { data, Links, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import { CLIENT_MIDDLEWARE } from "#app/client/client-middleware.ts";
import { useChosenLanguage } from "#app/client/use-change-language.ts";
import { useHeadingFocus } from "#app/client/use-heading-focus.ts";
import { usePageRevalidation } from "#app/client/use-page-revalidation.ts";
import { DemoPopups } from "#app/features/demo/demo-popups.tsx";
import { isDemoRefusal } from "#app/features/demo/demo-refusal.ts";
import { impersonationNotice } from "#app/features/session/impersonation-notice.server.ts";
import { takeFlash } from "#app/http/flash.server.ts";
import { languageOf } from "#app/i18n/languages.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { audit } from "#app/middleware/audit.ts";
import { database } from "#app/middleware/database.ts";
import { demo } from "#app/middleware/demo.ts";
import { language } from "#app/middleware/language.ts";
import { observe } from "#app/middleware/observe.ts";
import { sameOrigin } from "#app/middleware/same-origin.ts";
import { securityHeaders } from "#app/middleware/security-headers.ts";
import { session } from "#app/middleware/session.ts";
import { ConnectionLine } from "#app/shell/connection-line.tsx";
import { EnvironmentMark } from "#app/shell/environment-mark.tsx";
import { ErrorDetailsContext } from "#app/shell/error-page.tsx";
import { FlashContext } from "#app/shell/flash-context.ts";
import { ImpersonationBanner } from "#app/shell/impersonation-banner.tsx";
import { PendingBar } from "#app/shell/pending-bar.tsx";
import { StandaloneErrorPage } from "#app/shell/standalone-error-page.tsx";
import { DocumentContext } from "#app/ui/document-context.ts";
import { EARLY_THEME_SCRIPT, themeColour } from "#app/ui/theme.ts";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { showToast } from "#app/ui/toast-store.ts";
import type { Route } from "./+types/root.ts";
import { PRODUCT_NAME } from "./product.ts";
import "#app/ui/theme.css";

/** Runs on every request, outermost first. */
export const middleware = [observe, securityHeaders, language, sameOrigin, session, database, demo, audit];

export const clientMiddleware = CLIENT_MIDDLEWARE;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { flash, headers } = await takeFlash(request, context);
  return data({ flash, impersonation: await impersonationNotice(context) }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  const { t, i18n } = useI18n();
  const { key, direction } = languageOf(i18n);
  useChosenLanguage();
  usePageRevalidation();
  useHeadingFocus();
  const { nonce, requestId, theme, savesData, impersonation, deployment, publicHead, stringsPath } =
    use(DocumentContext);
  const { environment } = deployment;
  return (
    <html
      lang={key}
      dir={direction}
      data-theme={theme}
      data-request-id={requestId}
      data-deployment={JSON.stringify(deployment)}
      data-strings={savesData ? undefined : stringsPath}
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
        <meta name="mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-title" content={PRODUCT_NAME} />
        {publicHead}
        {!savesData && <link rel="preload" as="fetch" crossOrigin="anonymous" href={stringsPath} />}
        {/* Same-origin styles need no nonce. Without an empty one, development warns of a hydration mismatch. */}
        <Links nonce="" />
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
        <ConnectionLine />
        <ImpersonationBanner />
        <ErrorDetailsContext value={demoDetails}>{children}</ErrorDetailsContext>
        <DemoPopups />
        <ToastRegion />
        {!savesData && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Loaded on first use: only the demo needs it. */
const DemoNotice = lazy(() => import("#app/features/demo/demo-notice.tsx"));

/** The details of the demo's refusal on an error page, for browsers without script. */
const demoDetails = (refusal: unknown) => isDemoRefusal(refusal) && <DemoNotice {...refusal} />;

export default function App({ loaderData: { flash } }: Route.ComponentProps) {
  const { key } = useLocation();
  const [document] = useState({ flash, key });
  useEffect(() => {
    if (flash && flash !== document.flash) showToast(flash.type, flash.message, flash.undo);
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

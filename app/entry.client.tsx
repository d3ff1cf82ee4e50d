import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { recoverFromMissingChunks } from "#app/core/client/chunk-failure.ts";
import { startI18n } from "#app/core/client/i18n-instance.ts";
import { listenToOtherTabs } from "#app/core/client/page-cache.ts";
import { storeTimeZone } from "#app/core/client/store-time-zone.ts";
import { observeFailedRequests } from "#app/core/client/use-failed-request-id.ts";
import { currentTheme, followTheme } from "#app/core/client/use-theme.ts";
import { LanguageProvider } from "#app/core/i18n/language-context.tsx";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import type { Deployment } from "#app/core/ui/deployment.ts";
import { DocumentContext, previousPathOf } from "#app/core/ui/document-context.ts";

recoverFromMissingChunks();
observeFailedRequests();
listenToOtherTabs();
followTheme();
storeTimeZone();
loadOptional(() => import("#app/core/client/preload-pages.ts")).then(
  ({ preloadPages }) => preloadPages(),
  () => {}, // Without this script, a page loads when it is opened.
);
if (!("closedBy" in HTMLDialogElement.prototype)) {
  loadOptional(() => import("#app/core/client/closed-by.ts")).then(
    ({ closeWhenClickedBeside }) => closeWhenClickedBeside(),
    () => {}, // Without this script, dialogs still close in every other way.
  );
}

const { dataset } = document.documentElement;
const stringsPath = dataset.strings ?? "";
const deployment: Deployment = JSON.parse(dataset.deployment ?? "null");
if (deployment.takesErrors) {
  // Wait for the load event, which has not fired yet because it waits for this script.
  window.addEventListener("load", () =>
    loadOptional(() => import("#app/core/errors/report-errors.ts")).then(
      ({ reportErrors }) => reportErrors(),
      () => {}, // Without this script, errors appear only in the browser's console.
    ),
  );
}

// Until the strings arrive, and if they never do, the page works as it does without script.
const i18n = await startI18n(stringsPath);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentContext
        value={{
          nonce: "",
          requestId: dataset.requestId ?? "",
          previousPath: previousPathOf(document.referrer, location),
          theme: currentTheme(),
          deployment,
          impersonation: JSON.parse(dataset.impersonation ?? "null"),
          // React marks the styles that it has put into the head.
          styled: !!document.querySelector("[data-href]"),
          stringsPath,
        }}
      >
        <LanguageProvider initial={i18n}>
          {/* Errors are reported even if the page's error boundary has shown them. */}
          <HydratedRouter onError={deployment.takesErrors && reportError} />
        </LanguageProvider>
      </DocumentContext>
    </StrictMode>,
  );
});

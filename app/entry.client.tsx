import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { recoverFromMissingChunks } from "#app/client/chunk-failure.ts";
import { startI18n } from "#app/client/i18n-instance.ts";
import { listenToOtherTabs } from "#app/client/page-cache.ts";
import { preloadPages } from "#app/client/preload-and-retry.ts";
import { tellTimeZone } from "#app/client/tell-time-zone.ts";
import { observeFailedRequests } from "#app/client/use-failed-request-id.ts";
import { currentTheme, followTheme } from "#app/client/use-theme.ts";
import { LanguageProvider } from "#app/i18n/language-context.tsx";
import { loadOptional } from "#app/lib/load-optional.ts";
import { DocumentContext, previousPathOf } from "#app/ui/document-context.ts";

recoverFromMissingChunks();
observeFailedRequests();
listenToOtherTabs();
preloadPages();
followTheme();
tellTimeZone();
if (!("closedBy" in HTMLDialogElement.prototype)) {
  loadOptional(() => import("#app/client/closed-by.ts")).then(
    ({ closeWhenClickedBeside }) => closeWhenClickedBeside(),
    () => {}, // Dialogs close in every other way.
  );
}

const { lang, dataset } = document.documentElement;
const stringsPath = dataset.strings ?? "";

// Until they are here, and without them, the page works as it does without script.
const i18n = await startI18n(lang, stringsPath);

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
          savesData: false,
          deployment: JSON.parse(dataset.deployment ?? "null"),
          impersonation: dataset.impersonation ? JSON.parse(dataset.impersonation) : null,
          publicHead: null,
          stringsPath,
        }}
      >
        <LanguageProvider initial={i18n}>
          <HydratedRouter />
        </LanguageProvider>
      </DocumentContext>
    </StrictMode>,
  );
});

import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { LanguageProvider } from "./i18n/language-context.tsx";
import { speakerOf } from "./i18n/strings.ts";
import { recoverFromMissingChunks } from "./ui/chunk-failure.ts";
import { DocumentContext, previousPathOf, TRANSLATIONS_ELEMENT } from "./ui/document-context.ts";
import { installPageData } from "./ui/page-data.ts";
import { preloadOnIntent } from "./ui/preload-on-intent.ts";
import { currentTheme, followTheme } from "./ui/theme.ts";

recoverFromMissingChunks();
installPageData();
preloadOnIntent();
followTheme();

const { lang, dataset } = document.documentElement;
const translations = document.getElementById(TRANSLATIONS_ELEMENT)?.textContent ?? "{}";

// The strings came with the page, so that the first render in the browser equals the server's.
const speaker = speakerOf(lang, JSON.parse(translations));

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
          translations,
        }}
      >
        <LanguageProvider initial={speaker}>
          <HydratedRouter />
        </LanguageProvider>
      </DocumentContext>
    </StrictMode>,
  );
});

import { createInstance } from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { I18N_OPTIONS } from "./i18n/options.ts";
import { DocumentContext, previousPathOf, TRANSLATIONS_ELEMENT } from "./ui/document-context.ts";
import { rememberAnswers } from "./ui/last-answer.ts";
import { currentTheme, followTheme } from "./ui/theme.ts";

rememberAnswers();
followTheme();

const { lang, dataset } = document.documentElement;
const translations = document.getElementById(TRANSLATIONS_ELEMENT)?.textContent ?? "{}";

// Synchronous: the strings came with the page, so that the first render in the browser equals the server's.
const i18n = createInstance({ ...I18N_OPTIONS, lng: lang, resources: { [lang]: JSON.parse(translations) } });
i18n.init();

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
          impersonation: dataset.impersonation ? JSON.parse(dataset.impersonation) : null,
          translations,
        }}
      >
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </DocumentContext>
    </StrictMode>,
  );
});

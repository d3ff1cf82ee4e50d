import { type ReactNode, use } from "react";
import { href } from "react-router";
import { useReturnTo } from "#app/core/client/use-return-to.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { LanguageChoice } from "./language-choice.tsx";

/** The id of the footer, for links to the language menu. */
export const LANGUAGE_FOOTER = "languages";

/** The end of a page: the language menu and, for a browser that saves data, why the page has no script. */
export function Footer({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <footer id={LANGUAGE_FOOTER} className={`${className} print:hidden`}>
      <LanguageChoice />
      <SaveDataNotice />
      {children}
    </footer>
  );
}

/** Says why the page has no script, to a browser that saves data. */
export function SaveDataNotice() {
  const { t } = useI18n();
  const { savesData } = use(DocumentContext);
  const returnTo = useReturnTo();
  if (!savesData) return null;
  return (
    <p className="mx-auto mt-1 max-w-md px-4 text-center text-sm text-quiet print:hidden">
      <span>{`${t("saveData.active")} `}</span>
      <a
        href={`${href("/save-data")}?${new URLSearchParams({ returnTo })}`}
        className="inline-block py-2 text-accent underline underline-offset-4"
      >
        {t("saveData.switchOff")}
      </a>
    </p>
  );
}

import { type ReactNode, use } from "react";
import { href } from "react-router";
import { useReturnTo } from "#app/client/use-language-choice.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { DocumentContext } from "#app/ui/document-context.ts";
import { LanguageChoice } from "./language-choice.tsx";

/** The end of every page: the choice of language and, for a browser that saves data, why the page has no script. */
export function Footer({ className, children }: { className: string; children?: ReactNode }) {
  const { t } = useI18n();
  const { savesData } = use(DocumentContext);
  const returnTo = useReturnTo();
  return (
    <footer className={`${className} print:hidden`}>
      <LanguageChoice />
      {savesData && (
        <p className="mx-auto mt-1 max-w-md px-4 text-center text-sm text-quiet">
          {t("saveData.active")}{" "}
          <a
            href={`${href("/save-data")}?${new URLSearchParams({ returnTo })}`}
            className="inline-block py-2 text-accent underline underline-offset-4"
          >
            {t("saveData.switchOff")}
          </a>
        </p>
      )}
      {children}
    </footer>
  );
}

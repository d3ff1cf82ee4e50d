import { type ReactNode, use } from "react";
import { href } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DocumentContext } from "./document-context.ts";
import { LanguageChoice, useReturnTo } from "./language-choice.tsx";

/** The end of every page: the languages, and why the page has no script where it has none. */
export function Footer({ className, children }: { className: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const { savesData } = use(DocumentContext);
  const returnTo = useReturnTo();
  return (
    <footer className={className}>
      <LanguageChoice />
      {savesData && (
        <p className="mx-auto mt-1 max-w-md px-4 text-center text-sm text-quiet">
          {t("saveData.active")}{" "}
          <a
            href={`${href("/save-data")}?${new URLSearchParams({ returnTo })}`}
            className="inline-block py-2 text-plum underline underline-offset-4"
          >
            {t("saveData.switchOff")}
          </a>
        </p>
      )}
      {children}
    </footer>
  );
}

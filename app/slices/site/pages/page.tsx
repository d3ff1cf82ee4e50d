import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { type LanguageKey, languageOf } from "#app/core/i18n/languages.ts";
import { LOGO } from "#app/core/shell/logo-paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { ContentPage } from "./content.ts";
import { Day } from "./entries.tsx";

/** Everything that a page is rendered from. */
export interface DrawnPage {
  /** The content: in the page's own language, or in the default language if it is not translated. */
  shown: ContentPage;
  /** The language of the address, and of the frame around the text. */
  language: LanguageKey;
  /** Translates the frame's texts. */
  t: TFunction;
  /** The sections of the text, as HTML. */
  sections: string[];
  /** Rendered after the text: the entries of the journal. */
  children?: ReactNode;
  /** The pages in the menus, in this language. */
  menus: Record<"header" | "footer", { path: string; label: string; isThis: boolean }[]>;
  /** The addresses of this page in all languages. */
  languages: { key: LanguageKey; path: string }[];
  home: string;
  style: string;
  head: ReactNode;
}

/** A page of the site, as a document. */
export function Page({ shown, language, t, menus, languages, home, style, head, ...page }: DrawnPage) {
  const { direction } = languageOf({ language });
  const { sections, children } = page;
  const isTranslated = shown.language === language;
  const own = isTranslated
    ? {}
    : { lang: shown.language, dir: languageOf({ language: shown.language }).direction };
  return (
    <html lang={language} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${shown.title} · ${PRODUCT_NAME}`}</title>
        <meta name="description" content={shown.description} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head}
        <Html as="style">{style}</Html>
      </head>
      <body>
        <a href="#content" className="skip">
          {t("site:static.skip")}
        </a>
        <header>
          <div className="frame">
            <a href={home} className="logo">
              <Logo />
              {PRODUCT_NAME}
            </a>
            <Menu label={t("site:static.menu")} entries={menus.header} />
            <a href={`/login?lng=${language}`} className="button">
              {t("site:static.signIn")}
            </a>
          </div>
        </header>
        <main id="content" className={`frame ${shown.layout}`} tabIndex={-1}>
          {!isTranslated && <p className="note">{t("site:static.untranslated")}</p>}
          <div {...own} className="text">
            <h1>{shown.title}</h1>
            {shown.date !== undefined && <Day date={shown.date} language={shown.language} />}
            {shown.layout === "landing" ? (
              <Landing shown={shown} sections={sections} />
            ) : (
              <Html as="article">{sections.join("")}</Html>
            )}
          </div>
          {children}
        </main>
        <footer>
          <div className="frame">
            <Menu label={t("site:static.more")} entries={menus.footer} />
            <nav aria-label={t("site:static.languages")}>
              <ul>
                {languages.map(({ key, path }) => (
                  <li key={key}>
                    <a
                      href={path}
                      lang={key}
                      hrefLang={key}
                      aria-current={key === language ? "page" : undefined}
                    >
                      {languageOf({ language: key }).name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </footer>
      </body>
    </html>
  );
}

function Menu({ label, entries }: { label: string; entries: DrawnPage["menus"]["header"] }) {
  return (
    <nav aria-label={label}>
      <ul>
        {entries.map(({ path, label, isThis }) => (
          <li key={path}>
            <a href={path} aria-current={isThis ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Landing({ shown, sections: [first = "", ...others] }: Pick<DrawnPage, "shown" | "sections">) {
  return (
    <>
      <Html as="div" className="first">
        {first}
      </Html>
      {shown.action && (
        <a href={shown.action.to} className="button">
          {shown.action.label}
        </a>
      )}
      <div className="sections">
        {others.map((section) => (
          <Html as="section" key={section}>
            {section}
          </Html>
        ))}
      </div>
    </>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx={LOGO.radius} fill="var(--accent-solid)" />
      <path d={LOGO.sheet} fill="var(--on-accent)" />
      <path
        d={LOGO.lines}
        fill="none"
        stroke="var(--accent-solid)"
        strokeWidth={LOGO.lineWidth}
        strokeLinecap="round"
      />
    </svg>
  );
}

/** An element whose content is our own HTML or CSS, generated from our files at build time. */
function Html({
  as: Element,
  className,
  children,
}: {
  as: "style" | "article" | "section" | "div";
  className?: string;
  children: string;
}) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by sectionsOf(), which refuses HTML in the text
  return <Element className={className} dangerouslySetInnerHTML={{ __html: children }} />;
}

import type { i18n } from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { languageOf } from "#app/core/i18n/languages.ts";
import { PALETTE } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";

const { paper, sheet, ink, quiet, accent, "accent-soft": softAccent } = PALETTE;
const { "accent-solid": solidAccent, "on-accent": onAccent } = PALETTE;

/** For email programs that follow the system's dark mode; others show the light colours of the elements. */
const DARK = `@media (prefers-color-scheme: dark) {
  body, .page { background-color: ${paper.dark} !important; }
  .sheet { background-color: ${sheet.dark} !important; color: ${ink.dark} !important; }
  .code { background-color: ${softAccent.dark} !important; color: ${accent.dark} !important; }
  .link { color: ${accent.dark} !important; }
  .button { background-color: ${solidAccent.dark} !important; color: ${onAccent.dark} !important; }
  .quiet { color: ${quiet.dark} !important; }
}`;

/**
 * Wraps content in an email's HTML, in the reader's language and direction. Styles are inline because email programs
 * drop the rest; there are no images and nothing to load.
 */
export function renderEmail(
  i18n: i18n,
  { subject, children, footer }: { subject: string; children: ReactNode; footer?: ReactNode },
): string {
  const { key, direction, fontScale } = languageOf(i18n);
  const markup = renderToStaticMarkup(
    <html lang={key} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK}</style>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: paper.light }}>
        <table
          className="page"
          role="presentation"
          dir={direction}
          cellPadding={0}
          cellSpacing={0}
          style={{ width: "100%", backgroundColor: paper.light }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: "32px 16px" }}>
                <div
                  className="sheet"
                  style={{
                    maxWidth: "480px",
                    padding: "32px",
                    borderRadius: "12px",
                    backgroundColor: sheet.light,
                    color: ink.light,
                    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
                    fontSize: `${Math.round(16 * fontScale)}px`,
                    lineHeight: 1.6,
                    textAlign: "start",
                  }}
                >
                  {children}
                  <p className="quiet" style={{ margin: "24px 0 0", color: quiet.light, fontSize: "14px" }}>
                    {PRODUCT_NAME}
                  </p>
                  {footer}
                </div>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

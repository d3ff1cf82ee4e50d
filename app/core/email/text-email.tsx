import type { i18n } from "i18next";
import { PALETTE } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { renderEmail } from "./render-email.tsx";

/** The content of an email, in its reader's language. */
interface Said {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** A list below the paragraphs. */
  items?: readonly string[];
  /** The link's label and URL; null for no button. */
  button: { label: string; url: string } | null;
  /** A smaller line below the button. */
  note?: string | null;
  /** The URL to unsubscribe, as in an Email. The last line links to it, too. */
  unsubscribeUrl?: string;
}

const TEXT = { margin: "0 0 16px", overflowWrap: "anywhere" } as const;
const SMALL = { margin: 0, color: PALETTE.quiet.light, fontSize: "14px" };

/** An email of paragraphs, a list and a button. */
export function textEmail(
  i18n: i18n,
  { to, subject, paragraphs, items = [], button, note, unsubscribeUrl }: Said,
): Email {
  const unsubscribe = i18n.t("email:unsubscribe");
  const lines = [
    ...paragraphs,
    ...(items.length > 0 ? [items.map((item) => `- ${item}`).join("\n")] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...(note ? [note] : []),
    PRODUCT_NAME,
    ...(unsubscribeUrl === undefined ? [] : [`${unsubscribe}\n${unsubscribeUrl}`]),
  ];
  return {
    to,
    subject,
    text: lines.join("\n\n"),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    html: renderEmail(i18n, {
      subject,
      children: (
        <>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} style={TEXT}>
              {paragraph}
            </p>
          ))}
          {items.length > 0 && (
            <ul style={{ margin: "0 0 16px", paddingInlineStart: "20px" }}>
              {items.map((item) => (
                <li key={item} style={{ margin: "0 0 4px", overflowWrap: "anywhere" }}>
                  {item}
                </li>
              ))}
            </ul>
          )}
          {button && (
            <p style={{ margin: "24px 0 16px" }}>
              <a
                href={button.url}
                className="button"
                style={{
                  display: "inline-block",
                  padding: "12px 20px",
                  borderRadius: "8px",
                  backgroundColor: PALETTE["accent-solid"].light,
                  color: PALETTE["on-accent"].light,
                  fontWeight: 600,
                  textDecoration: "none",
                }}
              >
                {button.label}
              </a>
            </p>
          )}
          {note && (
            <p className="quiet" style={SMALL}>
              {note}
            </p>
          )}
        </>
      ),
      footer: unsubscribeUrl !== undefined && (
        <p className="quiet" style={SMALL}>
          <a href={unsubscribeUrl} className="quiet" style={{ color: PALETTE.quiet.light }}>
            {unsubscribe}
          </a>
        </p>
      ),
    }),
  };
}

import type { EmailPreview } from "#app/core/email/email.ts";
import { moreSharesEmail, shareEmail } from "./share-email.ts";

const LINKS = {
  to: "reader@example.com",
  url: "https://example.com/shared/1?proof=2",
  unsubscribeUrl: "https://example.com/unsubscribe?kind=share&to=1&proof=2",
};

const shared =
  (title: string | null): EmailPreview =>
  (i18n) =>
    shareEmail(i18n, { ...LINKS, name: "Ada Lovelace", title });

export const shareEmailPreviews: readonly (readonly [name: string, EmailPreview])[] = [
  ["sharedBook", shared("Middlemarch")],
  ["sharedShelf", shared(null)],
  ["moreShares", (i18n) => moreSharesEmail(i18n, LINKS)],
];

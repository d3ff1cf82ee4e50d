import type { EmailPreview } from "#app/core/email/email.ts";
import { digestEmail } from "./digest-email.ts";

const BOOKS = [
  { title: "Middlemarch", author: "George Eliot" },
  { title: "Beowulf", author: null },
];

const digest =
  (hasMore: boolean): EmailPreview =>
  (i18n) =>
    digestEmail(i18n, {
      to: "reader@example.com",
      books: BOOKS,
      hasMore,
      site: "https://example.com",
      unsubscribeUrl: "https://example.com/unsubscribe?kind=digest&to=1&proof=2",
    });

export const digestEmailPreviews: readonly (readonly [name: string, EmailPreview])[] = [
  ["digest", digest(false)],
  ["longDigest", digest(true)],
];

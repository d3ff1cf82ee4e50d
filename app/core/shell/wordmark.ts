// Written by `npm run icons` (scripts/lib/wordmark.ts).
/** The name that wordmark.svg draws, and its width in pixels at the size of `text-xl`. */
export const WORDMARK = { name: "Deckle", width: 66 };

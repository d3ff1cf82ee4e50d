/** The encodings that spreadsheets write instead of Unicode, with their labels in the Encoding Standard. */
export const LABELS = {
  western: "windows-1252",
  arabic: "windows-1256",
  mac: "macintosh",
  centralEuropean: "windows-1250",
  cyrillic: "windows-1251",
  greek: "windows-1253",
  turkish: "windows-1254",
} as const;

/** The encoding of a file that is not in Unicode. */
export type Encoding = keyof typeof LABELS;

export const ENCODINGS = Object.keys(LABELS) as Encoding[];

/** Whether a value is the name of an {@link Encoding}. */
export const isEncoding = (name: unknown): name is Encoding => ENCODINGS.some((known) => known === name);

import type { TFunction } from "i18next";

/** What an import has come to: how many books were added, and how many were there already. */
export interface Outcome {
  added: number;
  there: number;
}

/** The values of the text "import:outcome.both". Each has a plural of its own. */
export const outcomeInWords = (t: TFunction, { added, there }: Outcome) => ({
  added: t("import:outcome.added", { count: added }),
  there: t("import:outcome.there", { count: there }),
});

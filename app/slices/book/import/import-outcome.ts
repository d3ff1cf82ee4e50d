import type { TFunction } from "i18next";

/** The result of an import: how many books were added, and how many already existed. */
export interface Outcome {
  added: number;
  there: number;
}

/** The values for the text "import:outcome.both": both counts have their own plural. */
export const formatOutcome = (t: TFunction, { added, there }: Outcome) => ({
  added: t("import:outcome.added", { count: added }),
  there: t("import:outcome.there", { count: there }),
});

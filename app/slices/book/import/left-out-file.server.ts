import type { i18n } from "i18next";
import type { CheckedRow } from "./book-import.server.ts";

/** The reason why a row is left out, for any kind of file. */
export const reasonOf =
  ({ t }: i18n) =>
  ({ fate, repeats, errors }: Pick<CheckedRow, "fate" | "repeats"> & { errors: { message: string }[] }) =>
    fate === "repeated"
      ? t("import:repeats", { row: repeats })
      : fate === "there"
        ? t("import:fates.there")
        : errors.map(({ message }) => message).join(" ");

/**
 * The columns of a file with the rows that an import leaves out, to be corrected and imported again. The import reads
 * it like any other file, and refuses rows that were not corrected again.
 * @param rows the rows that were left out
 */
export function leftOutColumns(i18n: i18n, rows: CheckedRow[]) {
  const hasTags = rows.some(({ row }) => row.tags);
  const hasMore = rows.some(({ row }) => row.beyond.length > 0);
  return {
    row: ({ row }: CheckedRow) => row.number,
    problem: reasonOf(i18n),
    title: ({ row }: CheckedRow) => row.title,
    author: ({ row }: CheckedRow) => row.author,
    ...(hasTags
      ? { tags: ({ row }: CheckedRow) => row.tags?.join(", ") ?? "" }
      : { genre: ({ row }: CheckedRow) => row.genre }),
    publisher: ({ row }: CheckedRow) => row.publisher,
    // The values beyond the named columns keep a column without a name, so that an import refuses the row
    // again.
    ...(hasMore && { "": ({ row }: CheckedRow) => row.beyond.join(", ") }),
  };
}

import type { i18n } from "i18next";
import type { JudgedRow } from "./book-import.server.ts";

/** The reason why a row is left out, for any kind of file. */
export const reasonOf =
  ({ t }: i18n) =>
  ({ fate, repeats, errors }: Pick<JudgedRow, "fate" | "repeats"> & { errors: { message: string }[] }) =>
    fate === "repeated"
      ? t("import:repeats", { row: repeats })
      : fate === "there"
        ? t("import:fates.there")
        : errors.map(({ message }) => message).join(" ");

/**
 * The columns of a file with the rows that an import leaves out, to be corrected and imported again. The import reads
 * it like any other file, and refuses rows that were not corrected again.
 * @param rows the left-out ones
 */
export function leftOutColumns(i18n: i18n, rows: JudgedRow[]) {
  const hasTags = rows.some(({ row }) => row.tags);
  const hasMore = rows.some(({ row }) => row.beyond.length > 0);
  return {
    row: ({ row }: JudgedRow) => row.number,
    problem: reasonOf(i18n),
    title: ({ row }: JudgedRow) => row.title,
    author: ({ row }: JudgedRow) => row.author,
    ...(hasTags
      ? { tags: ({ row }: JudgedRow) => row.tags?.join(", ") ?? "" }
      : { genre: ({ row }: JudgedRow) => row.genre }),
    publisher: ({ row }: JudgedRow) => row.publisher,
    // Unnamed, so that the row still has too many values.
    ...(hasMore && { "": ({ row }: JudgedRow) => row.beyond.join(", ") }),
  };
}

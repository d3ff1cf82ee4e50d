import type { i18n } from "i18next";
import type { JudgedRow } from "./book-import.server.ts";

/**
 * The columns of a file with the rows that an import leaves out, to be corrected and imported again. The import reads this file
 * like any other, and refuses again what was not corrected.
 * @param rows what is left out
 */
export function leftOutColumns({ t }: i18n, rows: JudgedRow[]) {
  const reasonOf = ({ fate, repeats, errors }: JudgedRow) =>
    fate === "repeated"
      ? t("import:repeats", { row: repeats })
      : fate === "there"
        ? t("import:fates.there")
        : errors.map(({ message }) => message).join(" ");
  const hasTags = rows.some(({ row }) => row.tags);
  const hasMore = rows.some(({ row }) => row.beyond.length > 0);
  return {
    row: ({ row }: JudgedRow) => row.number,
    problem: reasonOf,
    title: ({ row }: JudgedRow) => row.title,
    author: ({ row }: JudgedRow) => row.author,
    ...(hasTags
      ? { tags: ({ row }: JudgedRow) => row.tags?.join(", ") ?? "" }
      : { genre: ({ row }: JudgedRow) => row.genre }),
    publisher: ({ row }: JudgedRow) => row.publisher,
    // Without a name, so that the values are still too many.
    ...(hasMore && { "": ({ row }: JudgedRow) => row.beyond.join(", ") }),
  };
}

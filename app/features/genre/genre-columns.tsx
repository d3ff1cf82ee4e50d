import type { TFunction } from "i18next";
import { href, Link } from "react-router";
import type { ShownTime } from "#app/i18n/time-in-words.server.ts";
import { FROM_LIST } from "#app/lists/back-link.tsx";
import { fromList } from "#app/lists/list-place.ts";
import { CellText, type Column } from "#app/lists/table.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { StretchedLink } from "#app/ui/stretched-link.tsx";

/** A genre as the manager's list shows it. */
interface ShownGenre {
  id: string;
  name: string;
  bookCount: number;
  updated: ShownTime;
}

/** The columns of the manager's list of genres. The number of books leads to them. */
export const genreColumns = (t: TFunction, mayUpdate: boolean): Column<ShownGenre>[] => [
  {
    label: t("genre:fields.name"),
    sort: "name",
    narrow: "first",
    cell: ({ id, name }, search) =>
      mayUpdate ? (
        <StretchedLink
          to={fromList(href("/manager/genres/:id/update", { id }), search)}
          state={FROM_LIST}
          dir="auto"
          className="match-parent"
        >
          {name}
        </StretchedLink>
      ) : (
        <CellText>{name}</CellText>
      ),
  },
  {
    label: t("genre:list.books"),
    sort: "-books",
    width: "20%",
    cell: ({ id, bookCount }) => (
      // Above the link that is stretched over the row.
      <Link
        to={`${href("/manager/books")}?${new URLSearchParams({ genre: id })}`}
        className="relative -mx-2 inline-flex min-h-11 items-center rounded-md px-2 text-accent underline-offset-4 hover:underline"
      >
        {t("genre:books", { count: bookCount })}
      </Link>
    ),
  },
  {
    label: t("manager:list.changed"),
    sort: "-updated",
    width: "20%",
    narrow: "hidden",
    cell: ({ updated }) => <Moment time={updated}>{(time) => time}</Moment>,
  },
];

import type { TFunction } from "i18next";
import { href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import { CellText, type Column } from "#app/core/lists/table.tsx";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { LinkIfOpen } from "./link-if-open.tsx";

/** A row of the manager's list of genres. */
interface ShownGenre {
  id: string;
  name: string;
  bookCount: number;
  updated: FormattedTime;
}

/** The columns of the manager's list of genres. The number of books is a link to these books. */
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
      // This link is above the link that covers the whole row.
      <LinkIfOpen
        to={`${href("/manager/books")}?${new URLSearchParams({ genre: id })}`}
        className="relative -mx-2 inline-flex min-h-11 items-center rounded-md px-2 text-accent underline-offset-4 hover:underline"
      >
        {t("genre:books", { count: bookCount })}
      </LinkIfOpen>
    ),
  },
  {
    label: t("manager:list.changed"),
    sort: "-updated",
    width: "160",
    narrow: "hidden",
    cell: ({ updated }) => <Moment time={updated} />,
  },
];

import type { TFunction } from "i18next";
import { href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import { CellText, type Column } from "#app/core/lists/table.tsx";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";

/** A row of the manager's list of books. */
interface ShownBook {
  id: string;
  title: string;
  author: string | null;
  genre: string | null;
  publisher: string | null;
  cover?: string;
  updated: FormattedTime;
}

/** The columns of the manager's list of books. */
export const bookColumns = (t: TFunction): Column<ShownBook>[] => [
  {
    label: t("book:fields.title"),
    sort: "title",
    narrow: "line",
    cell: ({ id, title, author, cover }, search) => (
      <div className="flex items-center gap-3">
        <div className="wide w-6 shrink-0">
          <BookCover title={title} author={author} src={cover} isThumbnail />
        </div>
        <StretchedLink
          to={fromList(href("/manager/books/:id", { id }), search)}
          state={FROM_LIST}
          dir="auto"
          className="match-parent"
        >
          {title}
        </StretchedLink>
      </div>
    ),
  },
  {
    label: t("book:fields.author"),
    id: "author",
    sort: "author",
    width: "18%",
    narrow: "line",
    cell: ({ author }) =>
      author && (
        <>
          <span className="narrow">{t("book:byAuthor", { author })}</span>
          <span className="wide">
            <CellText>{author}</CellText>
          </span>
        </>
      ),
  },
  {
    label: t("book:fields.genreId"),
    id: "genre",
    width: "13%",
    narrow: "hidden",
    cell: ({ genre }) => <CellText>{genre}</CellText>,
  },
  {
    label: t("book:fields.publisher"),
    id: "publisher",
    sort: "publisher",
    width: "18%",
    dispensable: true,
    narrow: "hidden",
    cell: ({ publisher }) => <CellText>{publisher}</CellText>,
  },
  {
    label: t("manager:list.changed"),
    id: "updated",
    sort: "-updated",
    width: "160",
    narrow: "hidden",
    cell: ({ updated }) => <Moment time={updated} />,
  },
];

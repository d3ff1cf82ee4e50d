import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Link, useLocation, useNavigationType } from "react-router";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { rowAnchor } from "./list-place.ts";
import { useListScripts } from "./use-list-scripts.ts";
import "./table.css";

/** A column of a table. */
export interface Column<Item> {
  label: string;
  /**
   * The column's id in the form for columns (list-view.ts). A column without an id can't be hidden: leave out the id of
   * the first column.
   */
  id?: string;
  /**
   * The order that its heading links to first: "author", or "-updated" for the reverse. Without one, the heading is not
   * a link.
   */
  sort?: string;
  /**
   * The column's share of the table's width, as "20%", or its width in pixels. Columns without one share the
   * rest. A relative time takes "160", so that it fits one line in every language on every screen.
   */
  width?: string;
  /** Whether the column is hidden on a screen between 768 and 1280 px wide. */
  dispensable?: boolean;
  /**
   * Below 768 px: whether its cells have a separate line, start a line that others share, or are hidden. Otherwise they
   * share a line.
   */
  narrow?: "line" | "first" | "hidden";
  /**
   * Renders a cell. The first column's cell has the link to the row's page, stretched over the row.
   * @param search the search parameters of the list, for that link (fromList)
   */
  cell: (item: Item, search: string) => ReactNode;
}

/**
 * A table of the manager: rows of 40 px below headings that stay visible. Below 768 px each row becomes an entry of a
 * list, without its hidden cells, and the headings become a line of sort links above it. The markup is the same for
 * both. Some browsers stop announcing a table to screen readers when CSS turns it into blocks, so the roles are
 * explicit.
 */
export function Table<Item extends { id: string }>({
  label,
  columns,
  items,
  sort,
  searchOf,
  editTo,
  selection,
  isBusy,
  ref,
}: {
  /** The name of the table for screen readers. */
  label: string;
  columns: Column<Item>[];
  items: Item[];
  /** The current order, as in the URL. Null if the order is fixed, and the headings are not links. */
  sort: string | null;
  /** The search parameters of the list page that a row is on. Not needed if the rows have no pages. */
  searchOf?: (row: number) => string;
  /**
   * The path of the form that edits a row, for the key "e". @param search the search parameters of the list (fromList)
   */
  editTo?: (item: Item, search: string) => string;
  /** Checkboxes that select rows (selection.tsx): the label of their column, the checkbox for all, and each row's. */
  selection?: { label: string; all: ReactNode; box: (item: Item) => ReactNode } | undefined;
  /** Whether the rows are being loaded again. */
  isBusy?: boolean;
  /** A ref to the element whose children are the rows. */
  ref?: Ref<HTMLTableSectionElement>;
}) {
  const { hash } = useLocation();
  const table = useRef<HTMLTableElement>(null);
  useListScripts(table, (row) => items[row] && editTo?.(items[row], searchOf?.(row) ?? ""));
  const isHydrated = useHydrated();
  // The server does not know the hash. On a newly loaded document, CSS marks the row.
  const named = isHydrated ? hash.slice(1) : "";
  return (
    <div className="list-table-box rounded-xl border border-line bg-sheet">
      <table ref={table} {...ROLES.table} className="list-table">
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {selection && <col width="48" />}
          {columns.map(({ label, width, dispensable }) => (
            <col key={label} width={width} data-dispensable={dispensable} />
          ))}
        </colgroup>
        <thead {...ROLES.rowgroup}>
          <tr {...ROLES.row}>
            {selection && (
              <th {...ROLES.columnheader} className="select-cell">
                <span className="sr-only">{selection.label}</span>
                {selection.all}
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.label} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.rowgroup} aria-busy={isBusy} className="aria-busy:opacity-60" ref={ref}>
          {items.map((item, row) => (
            <tr
              key={item.id}
              {...ROLES.row}
              id={rowAnchor(item.id)}
              {...(rowAnchor(item.id) === named && NAMED)}
            >
              {selection && (
                <td {...ROLES.cell} className="select-cell">
                  {selection.box(item)}
                </td>
              )}
              {columns.map(({ label, narrow, dispensable, cell }, n) => {
                const Cell = n === 0 ? "th" : "td";
                return (
                  <Cell
                    key={label}
                    {...(n === 0 ? ROLES.rowheader : ROLES.cell)}
                    data-narrow={narrow}
                    data-dispensable={dispensable}
                  >
                    {cell(item, searchOf?.(row) ?? "")}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The row that the URL names scrolls into view, even if it is rendered later than the page. */
const NAMED = {
  "data-named": true,
  ref: (row: Element | null) => row?.scrollIntoView({ block: "center" }),
};

/** The text of a cell, in its own direction. A table cuts it off at its end. */
export function CellText({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="cell-text match-parent">
      {children}
    </span>
  );
}

const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader", scope: "col" },
  rowheader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
};

function Heading<Item>({ column, sort }: { column: Column<Item>; sort: string | null }) {
  const { label, sort: first, dispensable } = column;
  const { search, state } = useLocation();
  const isNew = useNavigationType() === "PUSH";
  const link = useRef<HTMLAnchorElement>(null);
  // A new order is a new list, so the focus stays on the heading that the reader followed.
  useEffect(() => {
    if (isNew && first && state?.sortedBy === first) link.current?.focus({ preventScroll: true });
  }, [isNew, state, first]);
  const isLink = sort !== null && first !== undefined;
  const reverse = `-${first}`.replace(/^--/, "");
  const isSorted = isLink && (sort === first || sort === reverse);
  const isDescending = sort?.startsWith("-");
  const parameters = new URLSearchParams(search);
  parameters.delete("after");
  if (first) parameters.set("sort", sort === first ? reverse : first);
  return (
    <th
      {...ROLES.columnheader}
      aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
      data-dispensable={dispensable}
      className={isLink ? undefined : "unsorted"}
    >
      {isLink ? (
        <Link ref={link} to={{ search: `?${parameters}` }} state={{ sortedBy: first }} preventScrollReset>
          <span>{label}</span>
          {isSorted && <span aria-hidden="true">{isDescending ? "↓" : "↑"}</span>}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

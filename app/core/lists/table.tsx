import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Link, useLocation, useNavigationType } from "react-router";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { rowAnchor } from "./list-place.ts";
import { useListKeys } from "./use-list-keys.ts";
import "./table.css";

/** A column of a table. */
export interface Column<Item> {
  label: string;
  /** What the choice of columns calls it (list-view.ts). Without one it is always there, as the first should be. */
  id?: string;
  /** The order that its heading links to first: "author", or "-updated" for the reverse. Without one it is no link. */
  sort?: string;
  /** Its share of the table's width, as "20%". Columns without one share what is left. */
  width?: string;
  /** Whether it is left out below 1280 px, while there is a table. */
  dispensable?: boolean;
  /**
   * Below 768 px: whether its cells have a line of their own, begin a line that others share, or are left out.
   * Otherwise they share a line.
   */
  narrow?: "line" | "first" | "hidden";
  /**
   * Renders a cell. That of the first column has the link to the row's page, stretched over the row.
   * @param search the search parameters of the list, for that link (fromList)
   */
  cell: (item: Item, search: string) => ReactNode;
}

/**
 * A table of the manager: rows of 40 px below headings that stay in sight. Below 768 px each row is an entry of a list
 * instead, with the cells that are not hidden there, and the headings are a line of links above it that sort it. It is one
 * markup for both. Where CSS makes blocks of a table, some browsers no longer tell screen readers that it is one, so the
 * roles are written out.
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
  /** What the table is of, for screen readers. */
  label: string;
  columns: Column<Item>[];
  items: Item[];
  /** The present order, as in the URL. Null: the rows have an order of their own, and the headings are no links. */
  sort: string | null;
  /** The search parameters of the page of the list that a row is on. Not needed where no row links to a page of its own. */
  searchOf?: (row: number) => string;
  /** The path of the form that edits a row, for the key "e". @param search the search parameters of the list (fromList) */
  editTo?: (item: Item, search: string) => string;
  /** Boxes that choose rows (selection.tsx): the name of their column, the box of all, and that of each. */
  selection?: { label: string; all: ReactNode; box: (item: Item) => ReactNode } | undefined;
  /** Whether the rows are being loaded again. */
  isBusy?: boolean;
  /** The element whose children the rows are. */
  ref?: Ref<HTMLTableSectionElement>;
}) {
  const { hash } = useLocation();
  const table = useRef<HTMLTableElement>(null);
  useListKeys(table, (row) => items[row] && editTo?.(items[row], searchOf?.(row) ?? ""));
  const isHydrated = useHydrated();
  // The server does not know it. CSS shows the row of a page that was loaded with it.
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

/** The row that the URL names is shown, also if it comes later than the page. */
const NAMED = {
  "data-named": true,
  ref: (row: Element | null) => row?.scrollIntoView({ block: "center" }),
};

/** The text of a cell, in its own direction. In a table it is cut off at its end. */
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
  // A new order is a new list, in which the focus stays on the heading that was followed.
  useEffect(() => {
    if (isNew && first && state?.sortedBy === first) link.current?.focus({ preventScroll: true });
  }, [isNew, state, first]);
  const isLink = sort !== null && first !== undefined;
  const isSorted = isLink && nameOf(sort) === nameOf(first);
  const isDescending = sort?.startsWith("-");
  const parameters = new URLSearchParams(search);
  parameters.delete("after");
  if (first) parameters.set("sort", sort === first ? reverse(first) : first);
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

const nameOf = (sort: string) => sort.replace(/^-/, "");
const reverse = (sort: string) => (sort.startsWith("-") ? nameOf(sort) : `-${sort}`);

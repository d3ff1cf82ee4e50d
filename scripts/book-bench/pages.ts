import { SEARCHES } from "./titles.ts";

/** The bounds of a page's costs. */
interface Bounds {
  rows: number;
  /** CPU time of a request, as a multiple of the floor's. */
  cpu?: number;
  /** Gzipped; 1 KB is 1,000 bytes. */
  scriptKB?: number;
  /** Compressed with brotli at level 5. */
  htmlKB?: number;
  htmlAndStylesKB?: number;
  /** The data that a navigation in the browser fetches, compressed with brotli at level 5. */
  navigationKB?: number;
  /** The first paint on a slow phone, as a multiple of a plain page's. */
  firstPaint?: number;
  /** The minimum of each of Lighthouse's scores. */
  lighthouse?: number;
}

/** A page to measure, with its bounds. */
export interface Page {
  name: string;
  path: string;
  as: "visitor" | "reader" | "admin";
  /** Whether the page has its own document, whose size is measured. */
  weighed: boolean;
  /** Whether the page can begin without the database if READ_CACHE is on. */
  cached?: true;
  bounds: Bounds;
}

/**
 * Bounds for every page: round trips, script files, the longest task as a multiple of the floor's, and the
 * layout shift. `fillSeconds` is the bound for filling the database.
 */
export const BOUNDS = { roundTrips: 1, files: 8, longestTask: 1.5, layoutShift: 0, fillSeconds: 300 };

/**
 * How many rows a list may read, and how many a search, which also counts its results up to 1,000
 * (docs/product.md, Numbers).
 */
const [LIST, SEARCH] = [60, 1070];

const search = (searchTerm: string) => `/app/books?${new URLSearchParams({ searchTerm })}`;

/** @param book the id of a book */
export const pagesWith = (book: string): Page[] => [
  {
    name: "/login",
    path: "/login",
    as: "visitor",
    weighed: true,
    bounds: { rows: 0, cpu: 1.3, scriptKB: 122, htmlAndStylesKB: 12, firstPaint: 1.2, lighthouse: 100 },
  },
  {
    name: "/app/books",
    path: "/app/books",
    as: "reader",
    weighed: true,
    cached: true,
    bounds: { rows: LIST, cpu: 2, scriptKB: 128, htmlKB: 9, firstPaint: 1.4, lighthouse: 100 },
  },
  {
    name: "a book",
    path: `/app/books/${book}`,
    as: "reader",
    weighed: true,
    cached: true,
    bounds: { rows: 120, cpu: 2, scriptKB: 150, navigationKB: 2 },
  },
  {
    name: "/manager/books",
    path: "/manager/books",
    as: "admin",
    weighed: true,
    bounds: { rows: LIST, cpu: 2.5, scriptKB: 140, lighthouse: 100 },
  },
  {
    name: "/manager/users",
    path: "/manager/users",
    as: "admin",
    weighed: true,
    bounds: { rows: LIST, scriptKB: 150 },
  },
  {
    name: "/manager/dashboard",
    path: "/manager/dashboard",
    as: "admin",
    weighed: true,
    bounds: { rows: 80, cpu: 2.5, scriptKB: 150 },
  },
  {
    name: "search, 1 word",
    path: search(SEARCHES.oneWord),
    as: "reader",
    weighed: false,
    bounds: { rows: SEARCH },
  },
  {
    name: "search, 3 words",
    path: search(SEARCHES.threeWords),
    as: "reader",
    weighed: false,
    bounds: { rows: SEARCH },
  },
  {
    name: "search, 3 apart",
    path: search(SEARCHES.neverTogether),
    as: "reader",
    weighed: false,
    bounds: { rows: SEARCH },
  },
];

import type { Scores } from "./lighthouse.ts";
import type { Load } from "./load.ts";
import type { Cost, Weight } from "./measure.ts";
import { BOUNDS } from "./pages.ts";
import type { Paint } from "./paint.ts";

/** A measured figure, its bound, and whether the figure is within the bound. */
interface Figure {
  value: number | null;
  bound: number | null;
  held: boolean | null;
  atLeast?: true;
}

/** A line of the table: its name, and its figures with their units. */
export interface Line {
  name: string;
  cells: { [column: string]: Figure & { unit: string; digits: number } };
}

/** @param digits the number of digits after the decimal point */
function figure(value: number | null, bound: number | undefined, unit = "", digits = 0) {
  const held = value === null || bound === undefined ? null : value <= bound;
  return { value, bound: bound ?? null, held, unit, digits };
}

/** The report's line with the cost of a page. */
export const costLine = ({ page, ...cost }: Cost): Line => ({
  name: `${page.name}, ${cost.books.toLocaleString("en")} books`,
  cells: {
    rows: figure(cost.rows, page.bounds.rows),
    statements: figure(cost.statements, undefined),
    "round trips": figure(cost.roundTrips, BOUNDS.roundTrips),
    ...(cost.databaseTime !== null && { "D1, summed": figure(cost.databaseTime, undefined, " ms") }),
    CPU: figure(cost.cpu, undefined, " ms", 1),
    "of floor": figure(cost.timesFloor, page.bounds.cpu, "x", 2),
    "a second": figure(cost.perSecond, undefined),
    p50: figure(cost.p50, undefined, " ms"),
    p99: figure(cost.p99, undefined, " ms"),
  },
});

/** The report's line with the cost of the floor, the empty page with which the others are compared. */
export const floorLine = (books: number, floor: Load & { cpu: number | null }): Line => ({
  name: `floor, ${books.toLocaleString("en")} books`,
  cells: {
    CPU: figure(floor.cpu, undefined, " ms", 1),
    "a second": figure(floor.perSecond, undefined),
    p50: figure(floor.p50, undefined, " ms"),
    p99: figure(floor.p99, undefined, " ms"),
  },
});

/** The report's line with the size of a page. */
export const weightLine = ({ page, ...weight }: Weight): Line => ({
  name: page.name,
  cells: {
    "HTML gzip": figure(weight.htmlGzipKB, undefined, " KB", 1),
    "HTML brotli": figure(weight.htmlKB, page.bounds.htmlKB, " KB", 1),
    "with styles": figure(weight.htmlAndStylesKB, page.bounds.htmlAndStylesKB, " KB", 1),
    "script gzip": figure(weight.scriptKB, page.bounds.scriptKB, " KB", 1),
    files: figure(weight.files, BOUNDS.files),
    navigation: figure(weight.navigationKB, page.bounds.navigationKB, " KB", 1),
  },
});

/** The report's line with the first paint and the longest task of a page on a slow phone. */
export const paintLine = ({ page, ...paint }: Paint): Line => ({
  name: page.name,
  cells: {
    "first paint": figure(paint.firstPaint.fastest, page.bounds.firstPaint, "x", 2),
    "median paint": figure(paint.firstPaint.median, page.bounds.firstPaint, "x", 2),
    "longest task": figure(paint.longestTask.fastest, BOUNDS.longestTask, "x", 2),
    "median task": figure(paint.longestTask.median, BOUNDS.longestTask, "x", 2),
    "layout shift": figure(paint.layoutShift, BOUNDS.layoutShift, "", 3),
  },
});

/** The report's line with Lighthouse's scores for a page. */
export const lighthouseLine = ({ page, scores }: Scores): Line => ({
  name: page.name,
  cells: Object.fromEntries(
    Object.entries(scores).map(([category, score]) => {
      const bound = page.bounds.lighthouse ?? 0;
      const held = score >= bound;
      return [category, { value: score, bound, held, atLeast: true, unit: "", digits: 0 }];
    }),
  ),
});

/** A figure as text: "13.0 KB > 12 KB MISSED", "20 <= 60", "5.2 ms". */
function textOf(cell: Line["cells"][string] | undefined): string {
  if (!cell) return "";
  if (cell.value === null) return "not measured";
  const value = `${cell.value.toFixed(cell.digits)}${cell.unit}`;
  if (cell.bound === null) return value;
  if (cell.atLeast) return `${value} ${cell.held ? ">=" : "<"} ${cell.bound}${cell.held ? "" : " MISSED"}`;
  return `${value} ${cell.held ? "<=" : ">"} ${cell.bound}${cell.unit}${cell.held ? "" : " MISSED"}`;
}

/** Prints lines as one table. Its columns are those of all its lines. */
export function printTable(title: string, lines: Line[]): void {
  const columns = [...new Set(lines.flatMap(({ cells }) => Object.keys(cells)))];
  const rows = [
    [title, ...columns],
    ...lines.map(({ name, cells }) => [name, ...columns.map((column) => textOf(cells[column]))]),
  ];
  const widths = [title, ...columns].map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((text, n) => text.padEnd(widths[n] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  console.log();
}

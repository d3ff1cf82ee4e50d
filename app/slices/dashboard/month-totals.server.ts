import { ne, sql } from "drizzle-orm";
import type { Due } from "#app/core/db/cron.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { totals } from "#app/core/db/tables/totals.ts";
import { monthTotals } from "./month-totals.table.ts";

/** The UTC month of a time: "2026-11". @param now milliseconds since 1970 */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Stores the totals once a month, so that the dashboard can say how they have changed since then. */
export const monthTotalsDue: Due = {
  failure: "month totals failed",
  async carryOut(db, run) {
    const month = monthOf(run.now);
    const now = { name: sql`${totals.name}`, month, value: sql`${totals.value}` };
    await insertFrom(db, monthTotals, now, { from: totals }).onConflictDoUpdate({
      target: monthTotals.name,
      set: { month: sql`excluded.month`, value: sql`excluded.value` },
      setWhere: ne(monthTotals.month, month),
    });
  },
};

import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ENTITIES, Entity } from "#app/entities.ts";
import type { Ruled } from "#app/slices.ts";

/** What triggers count: the rows of each entity, the sessions, and the tables that slices declare. */
export type TotalName = (typeof ENTITIES)[Entity] | "sessions" | Ruled<"totals">[number];

/** Row counts by table. Triggers maintain them, because count(*) reads every row. */
export const totals = sqliteTable("totals", {
  name: text("name").$type<TotalName>().primaryKey(),
  value: integer("value").notNull(),
});

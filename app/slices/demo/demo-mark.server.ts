import { eq } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { databaseMarks } from "#app/core/db/tables/database-marks.ts";

/** The worker's error message if DEMO is on by mistake. */
export const NOT_A_DEMO =
  "Bad settings: DEMO must be false: this database is not marked as a demo's, and the demo lets anyone sign in as its " +
  "administrator. A demo's database is made by `npm run deploy -- --env demo`, or on your machine by " +
  "`DEMO=true npm start`.";

/** Whether this isolate has seen the mark, which nothing ever removes. */
let seen = false;

/** Whether the database is marked as the demo's. After one call has found the mark, no further call queries D1. */
export async function isDemoDatabase(db: Database): Promise<boolean> {
  if (!seen) {
    const marks = await db.select().from(databaseMarks).where(eq(databaseMarks.name, "demo"));
    seen = marks.length > 0;
  }
  return seen;
}

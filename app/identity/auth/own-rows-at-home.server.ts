import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Owned, type OwnRows, rowsOfOwner } from "#app/core/db/owned.ts";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import type { PersonalEntity } from "#app/entities.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import type { RowAtHome, WelcomeRead } from "./welcome-part.ts";

/**
 * Reads some of the reader's own rows for the welcome page, where OwnRowsAtHome shows them. Returns none for a reader
 * who may not have such rows.
 * @param read finds them. `today`: the day in the reader's time zone
 */
export const ownRowsAtHome = <Table extends SQLiteTable>(
  entity: PersonalEntity,
  owned: Owned<Table>,
  read: (db: Database, rows: OwnRows<Table>["rows"], today: string) => Promise<RowAtHome[]>,
): WelcomeRead => ({
  key: entity,
  async read(context) {
    const { now, timeZone } = context.get(platformContext);
    const [found, { role }] = await Promise.all([
      readOwn(context, (owner) =>
        read(context.get(dbContext), rowsOfOwner(owned, owner), dayOf(now, timeZone)),
      ),
      context.get(viewerContext),
    ]);
    return can(role, `${entity}:own`) ? found : [];
  },
});

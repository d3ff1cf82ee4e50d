import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import type { WelcomeRead } from "#app/identity/auth/welcome-part.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { nowReading } from "./reading.server.ts";
import { readings } from "./readings.table.ts";

/** How many books the page shows, of those that the reader is reading. */
const SHOWN = 4;

/** The books that the reader is reading, for the welcome page; null if the reader may not have a shelf. */
export const homeShelfRead: WelcomeRead = {
  key: "shelf",
  async read(context) {
    const [found, { role }] = await Promise.all([
      readOwn(context, (owner) => nowReading(context.get(dbContext), rowsOfOwner(readings, owner), SHOWN)),
      context.get(viewerContext),
    ]);
    return can(role, "reading:own") ? withCovers(context, found, "small") : null;
  },
};

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, type Viewer } from "#app/context.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";

type Context = Readonly<RouterContextProvider>;

/** A query for the id of a user's picture; null if they have none. @param userId a column or a query */
export function pictureIdOf(userId: SQLWrapper): SQL<string | null> {
  const [picture] = hooked("picture");
  return picture ? picture.idOf(userId) : sql<null>`null`;
}

/** Returns the reader's picture without a query, because its id came with their session. */
export const pictureOfViewer = (context: Context, { pictureId }: Viewer): Promise<PersonPicture | null> =>
  pictureAt(context, pictureId ?? null);

/** Finds the picture of a user, in one query. @returns null if they have none */
export async function findPicture(context: Context, userId: string): Promise<PersonPicture | null> {
  const [found] = await context
    .get(dbContext)
    .select({ id: pictureIdOf(sql`${userId}`).as("id") })
    .from(sql`(select 1)`);
  return pictureAt(context, found?.id ?? null);
}

async function pictureAt(context: Context, id: string | null): Promise<PersonPicture | null> {
  const [picture] = hooked("picture");
  return picture && id !== null ? picture.placeOf(context, id) : null;
}

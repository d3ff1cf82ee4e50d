import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";

/** Finds the picture of a user, in one query. @param userId theirs, or a query for it. @returns null if they have none */
export async function findPicture(
  context: Readonly<RouterContextProvider>,
  userId: string | SQL<string>,
): Promise<PersonPicture | null> {
  const [find] = hooked("picture");
  return find ? find(context, userId) : null;
}

import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { sessionTokenContext, viewerContext } from "#app/context.ts";
import { ownerOf } from "./session.server.ts";

/**
 * Reads what belongs to the reader in parallel with the check of who they are: a page with their own rows costs one round trip.
 * While they impersonate somebody it costs two.
 * @param read the query, given their id or a query for it (core/db/owned, rowsOfWhom)
 */
export async function readOwn<Result>(
  context: Readonly<RouterContextProvider>,
  read: (ownerId: string | SQL) => Promise<Result>,
): Promise<Result> {
  // What belongs to the session's owner; to nobody without a session.
  const own = ownerOf(context.get(sessionTokenContext) ?? "").then(read);
  const [{ id, impersonator }, result] = await Promise.all([context.get(viewerContext), own]);
  return impersonator ? read(id) : result;
}

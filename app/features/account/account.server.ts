import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { sessionRows } from "../session/session-row.server.ts";
import { findUser } from "../user/user.server.ts";

/** What the reader's own page shows of them. @param after the cursor of the page of sessions */
export async function readAccount(context: Readonly<RouterContextProvider>, after: string | null) {
  const viewer = await context.get(viewerContext);
  const [user, sessions] = await Promise.all([
    findUser(context.get(dbContext), viewer.id, context.get(platformContext).now),
    sessionRows(context, viewer.id, after),
  ]);
  return { name: viewer.name, email: viewer.email, verified: user?.verified ?? false, sessions };
}

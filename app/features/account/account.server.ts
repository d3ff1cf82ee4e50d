import type { RouterContextProvider } from "react-router";
import { sessionTokenContext, viewerContext } from "#app/context.ts";
import { ownerOf } from "../session/session.server.ts";
import { sessionRows } from "../session/session-row.server.ts";
import { CHANGE_NAME } from "./change-name-dialog.tsx";

/**
 * What the reader's own page shows of them. It is read beside the check of the session, by the session's token: only
 * while an administrator sees the site as someone else does it take a second round trip.
 * @param url may hold the cursor of the page of sessions, and the state of the page
 */
export async function readAccount(context: Readonly<RouterContextProvider>, url: URL) {
  const after = url.searchParams.get("after");
  const token = context.get(sessionTokenContext) ?? "";
  const [viewer, owned] = await Promise.all([
    context.get(viewerContext),
    sessionRows(context, await ownerOf(token), after),
  ]);
  const { name, email, verified, impersonator } = viewer;
  return {
    name,
    email,
    verified,
    sessions: impersonator ? await sessionRows(context, viewer.id, after) : owned,
    // Who only sees the site as the reader changes nothing of theirs here.
    mayChange: impersonator === null,
    changingName: impersonator === null && url.searchParams.get("state") === CHANGE_NAME,
  };
}

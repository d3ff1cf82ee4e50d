import type { RouterContextProvider } from "react-router";
import type { Viewer } from "#app/context.ts";
import { dbContext, sessionTokenContext, viewerContext } from "#app/context.ts";
import { providerLabel } from "#app/features/auth/providers/index.ts";
import { isRecentlyProven } from "#app/features/auth/recent-proof.server.ts";
import { ownerOf } from "#app/features/session/session.server.ts";
import { sessionRows } from "#app/features/session/session-row.server.ts";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { timeFromNow } from "#app/i18n/time-in-words.server.ts";
import { CHANGE_NAME } from "./change-name-dialog.tsx";
import { listLinkedAccounts } from "./linked-accounts.server.ts";

/**
 * The data of the reader's own account page. It is looked up by the session token, in parallel with the session check,
 * so it takes a second round trip only while an administrator impersonates someone.
 * @param url may contain the cursor of the sessions list, and the state of the page
 */
export async function readAccount(context: Readonly<RouterContextProvider>, url: URL) {
  const after = url.searchParams.get("after");
  const token = context.get(sessionTokenContext) ?? "";
  const owner = await ownerOf(token);
  const [viewer, owned, linked] = await Promise.all([
    context.get(viewerContext),
    sessionRows(context, owner, after),
    listLinkedAccounts(context.get(dbContext), owner),
  ]);
  const { name, email, verified, impersonator } = viewer;
  // An administrator who impersonates the reader may not change anything here.
  const mayChange = impersonator === null;
  const fromNow = timeFromNow(context);
  const accounts = (mayChange ? linked : []).map(({ provider, createdAt }) => ({
    provider,
    label: providerLabel(provider),
    since: fromNow(createdAt),
  }));
  return {
    name,
    email,
    verified,
    sessions: impersonator ? await sessionRows(context, viewer.id, after) : owned,
    linked: accounts,
    unlinking: accounts.find(({ provider }) => provider === url.searchParams.get("unlink")) ?? null,
    mayChange,
    mayDownload: mayChange && isRecentlyProven(context, viewer),
    changingName: mayChange && url.searchParams.get("state") === CHANGE_NAME,
    newEmail: mayChange ? newEmailOf(url, viewer) : null,
  };
}

/** The new address in the URL, which waits for its code (docs/product.md, Routes); null if invalid or unchanged. */
export function newEmailOf(url: URL, viewer: Viewer): string | null {
  const { data: email } = emailSchema.safeParse(url.searchParams.get("newEmail") ?? "");
  return email === undefined || email === viewer.email ? null : email;
}

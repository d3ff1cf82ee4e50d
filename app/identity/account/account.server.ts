import { type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { dbContext, sessionTokenContext, settingsContext, viewerContext } from "#app/context.ts";
import { timeFromNow, timeZoneLabel } from "#app/core/i18n/time-formatter.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { requestedChallenge } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { isRecentlyProven } from "#app/identity/proof/recent-proof.server.ts";
import { REVOKE_SESSIONS } from "#app/identity/session/revoke-sessions.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { sessionRows } from "#app/identity/session/session-row.server.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";
import { CHANGE_EMAIL } from "./change-email.tsx";
import { CHANGE_NAME } from "./change-name-dialog.tsx";
import { findPendingEmailChange } from "./waiting-email-change.server.ts";

/** The dialogs that the `state` in the URL opens. */
const STATES = [CHANGE_NAME, CHANGE_EMAIL, REVOKE_SESSIONS] as const;

/**
 * The data of the reader's own account page. It is looked up by the session token, in parallel with the session check,
 * so it takes a second round trip only while an administrator impersonates someone.
 * @param args.url may contain the cursor of the sessions list, and the state of the page
 * @throws a redirect to the page itself, if the URL says that a code was sent but this browser has requested none
 */
export async function readAccount({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const after = url.searchParams.get("after");
  const token = context.get(sessionTokenContext) ?? "";
  const owner = await ownerOf(token);
  const db = context.get(dbContext);
  const requested = url.searchParams.get("state");
  const state = STATES.find((known) => known === requested) ?? null;
  const [viewer, owned, [waiting], ...shown] = await Promise.all([
    context.get(viewerContext),
    sessionRows(context, owner, after),
    findPendingEmailChange(db, owner),
    ...hooked("account").map(async ({ key, read }) => [key, await read(context, owner, url)] as const),
  ]);
  const { name, email, verified, impersonator } = viewer;
  // An administrator who impersonates the reader may not change anything here.
  const mayChange = impersonator === null;
  const newEmail = newEmailOf(url, viewer);
  if (newEmail) {
    // An expired code counts, too, because entering it shows that it has expired.
    const challenge = await requestedChallenge(request, context.get(settingsContext), url, "change-email");
    if (!mayChange || challenge?.email !== newEmail) throw redirect(url.pathname);
  }
  const fromNow = timeFromNow(context);
  const isProven = mayChange && isRecentlyProven(context, viewer);
  return {
    name,
    email,
    verified,
    sessions: impersonator ? await sessionRows(context, viewer.id, after) : owned,
    mayChange,
    /** The data of slices' parts, by the key of the part. */
    parts: Object.fromEntries(
      shown.map(([key, show]) => [key, show({ viewer, mayChange, isProven })]),
    ) as Record<string, unknown>,
    mayDownload: isProven,
    state: mayChange ? state : null,
    timeZone: timeZoneLabel(context),
    newEmail,
    waitingEmail:
      mayChange && waiting ? { email: waiting.newEmail, time: fromNow(waiting.dueAt).absolute } : null,
  };
}

/**
 * The new address in the URL, which the reader has yet to confirm with a code (docs/product.md, Routes); null if
 * invalid or unchanged.
 */
export function newEmailOf(url: URL, viewer: Viewer): string | null {
  const { data: email } = emailSchema.safeParse(url.searchParams.get("newEmail") ?? "");
  return email === undefined || email === viewer.email ? null : email;
}

import { type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  dbContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
  viewerContext,
} from "#app/context.ts";
import { findReset } from "#app/features/factor-reset/open-reset.server.ts";
import { ownReset } from "#app/features/factor-reset/reset-in-words.server.ts";
import { heldChallenge } from "#app/features/login-code/login-challenge-cookie.server.ts";
import { isRecentlyProven, isRecentlyProvenByFactor } from "#app/features/proof/recent-proof.server.ts";
import { listLinkedAccounts } from "#app/features/provider/linked-accounts.server.ts";
import { offeredProviders, providerLabel } from "#app/features/provider/offered-providers.ts";
import { findSecondStep } from "#app/features/second-step/second-step.server.ts";
import { REVOKE_SESSIONS } from "#app/features/session/revoke-question.tsx";
import { ownerOf } from "#app/features/session/session.server.ts";
import { sessionRows } from "#app/features/session/session-row.server.ts";
import { hasAccessTokens } from "#app/features/token/access-token.server.ts";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { timeFromNow, timeZoneInWords } from "#app/i18n/time-in-words.server.ts";
import { CHANGE_EMAIL } from "./change-email.tsx";
import { CHANGE_NAME } from "./change-name-dialog.tsx";
import { findWaitingEmailChange } from "./waiting-email-change.server.ts";

/** The dialogs that the `state` in the URL opens. */
const STATES = [CHANGE_NAME, CHANGE_EMAIL, REVOKE_SESSIONS] as const;

/**
 * The data of the reader's own account page. It is looked up by the session token, in parallel with the session check,
 * so it takes a second round trip only while an administrator impersonates someone.
 * @param args.url may contain the cursor of the sessions list, and the state of the page
 * @throws a redirect to the page itself, if the URL says that a code was sent and this browser has asked for none
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
  const { now } = context.get(platformContext);
  const asked = url.searchParams.get("state");
  const state = STATES.find((known) => known === asked) ?? null;
  const providers = offeredProviders(context.get(settingsContext));
  const [viewer, owned, linked, [waiting], reset, tokensStay, secondStep] = await Promise.all([
    context.get(viewerContext),
    sessionRows(context, owner, after),
    listLinkedAccounts(db, owner),
    findWaitingEmailChange(db, owner),
    findReset(db, owner, now),
    state === REVOKE_SESSIONS && hasAccessTokens(db, owner, now),
    providers.length > 0 ? findSecondStep(db, owner) : null,
  ]);
  const { name, email, verified, impersonator } = viewer;
  // An administrator who impersonates the reader may not change anything here.
  const mayChange = impersonator === null;
  const newEmail = newEmailOf(url, viewer);
  if (newEmail) {
    // An old code counts, too: who enters it is told that it has expired.
    const held = await heldChallenge(request, context.get(settingsContext), url, "change-email");
    if (!mayChange || held?.email !== newEmail) throw redirect(url.pathname);
  }
  const fromNow = timeFromNow(context);
  const accounts = (mayChange ? linked : []).map(({ provider, createdAt, lastUsedAt }) => ({
    provider,
    label: providerLabel(provider),
    since: fromNow(createdAt),
    lastUsed: lastUsedAt === null ? null : fromNow(lastUsedAt),
  }));
  const linkable = (mayChange ? providers : [])
    .filter(({ name }) => !linked.some(({ provider }) => provider === name))
    .map(({ name, label }) => ({ name, label }));
  const isProven = mayChange && isRecentlyProven(context, viewer);
  return {
    name,
    email,
    verified,
    sessions: impersonator ? await sessionRows(context, viewer.id, after) : owned,
    linked: accounts,
    linkable,
    // Somebody with a second step links nothing by a code by mail alone (LINK_BEYOND_MAIL).
    mayLink: isProven && (secondStep === null || isRecentlyProvenByFactor(context, viewer)),
    unlinking: accounts.find(({ provider }) => provider === url.searchParams.get("unlink")) ?? null,
    mayChange,
    mayHavePasskeys: mayChange && context.get(settingsContext).PASSKEYS,
    mayDownload: isProven,
    state: mayChange ? state : null,
    /** Whether ending the other sessions leaves programs that act for the reader. Known where that is asked. */
    tokensStay,
    timeZone: timeZoneInWords(context),
    newEmail,
    reset: mayChange && reset.waiting ? ownReset(context, reset.waiting) : null,
    waitingEmail:
      mayChange && waiting ? { email: waiting.newEmail, time: fromNow(waiting.dueAt).absolute } : null,
  };
}

/** The new address in the URL, which waits for its code (docs/product.md, Routes); null if invalid or unchanged. */
export function newEmailOf(url: URL, viewer: Viewer): string | null {
  const { data: email } = emailSchema.safeParse(url.searchParams.get("newEmail") ?? "");
  return email === undefined || email === viewer.email ? null : email;
}

import { and, eq, isNotNull, notExists } from "drizzle-orm";
import { type Cookie, data, href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import {
  dbContext,
  i18nContext,
  platformContext,
  requestIdContext,
  sessionTokenContext,
  settingsContext,
} from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { takeKvWrite } from "#app/core/db/kv-budget.server.ts";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { mayAskForCode, NETWORK_LIMIT_SECONDS } from "#app/core/http/rate-limit.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { randomToken, sha256 } from "#app/core/lib/bytes.ts";
import { logError } from "#app/core/lib/log.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { knownUsers } from "#app/identity/device/device-cookie.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import { LINK_PERIOD } from "#app/identity/login-code/sign-in-with-email.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";

type Context = Readonly<RouterContextProvider>;

const interruptedFormSchema = z.object({
  /** The form's owner: the id of the user whose session had ended. */
  userId: z.string(),
  /** The path of the form's POST. */
  action: z.string(),
  /** The form's fields, with the reader's input. */
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Whether nobody was signed in, so that anyone at this browser may have sent it. */
  signedOut: z.boolean(),
});

/** A form that was sent after the session had ended. */
export type InterruptedForm = z.output<typeof interruptedFormSchema>;

/** As long as the email's link works, so anyone who can still sign in finds their form. */
const SECONDS_KEPT = LINK_PERIOD / 1000;

/** The cookie with the token of this browser's interrupted form. */
const interruptedFormCookie = (context: Context): Cookie =>
  signedCookie(
    "interrupted-form",
    context.get(settingsContext),
    context.get(platformContext).origin,
    SECONDS_KEPT,
  );

/** Only this browser knows the token, so nobody who can list KV's keys finds a form. */
const keyOf = async (token: string) => `interrupted-form:${await sha256(token)}`;

/**
 * Stores a form whose sender's session has ended, and redirects them to sign in. The page /continue then
 * sends the form.
 *
 * The owner of the form is the user who signed in last in this browser. If the ended session's cookie is
 * still there, this user gets a code immediately. Without that cookie, the user has signed out, perhaps on a
 * shared computer. The sign-in page then does not show their address, and /continue shows the form and asks,
 * because somebody else may have sent it.
 *
 * @param url the request's own, without the router's additions
 * @returns the redirect to the sign-in; null if nothing can be stored: a form without fields, or with files,
 *   one that can't be read, one sent during impersonation, a browser in which nobody has signed in, a failure
 *   of KV, or no KV writes left today
 * @throws a 429 response if the network has requested too many codes, or sent too many such forms
 */
export async function keepInterruptedForm(
  context: Context,
  request: Request,
  url: URL,
): Promise<Response | null> {
  const [lastUser] = await knownUsers(context, request);
  if (!lastUser) return null;
  const { id: userId } = lastUser;
  const form = await readForm(request).catch(() => null);
  const fields = [...(form ?? [])].filter((field): field is [string, string] => typeof field[1] === "string");
  if (fields.length === 0 || fields.length < [...(form ?? [])].length) return null;
  const sessionToken = context.get(sessionTokenContext);
  const owner = await findOwner(context.get(dbContext), userId, sessionToken);
  if (!owner) return null;

  // Each form costs a KV write, and needs no session.
  if (!(await mayAskForCode(context))) {
    noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: NETWORK_LIMIT_SECONDS });
    const message = context.get(i18nContext).t("refused:tooManyFromNetwork");
    throw data({ code: "LIMIT_REACHED", message }, { status: ERROR_CODES.LIMIT_REACHED });
  }
  const token = randomToken(16);
  const kept: InterruptedForm = {
    userId,
    action: url.pathname + url.search,
    fields,
    signedOut: sessionToken === null,
  };
  const { kv, now } = context.get(platformContext);
  const settings = context.get(settingsContext);
  try {
    const [taken] = await takeKvWrite(context.get(dbContext), settings, "interruptedForms", now);
    if (!taken) return null;
    await kv.put(await keyOf(token), JSON.stringify(kept), { expirationTtl: SECONDS_KEPT });
  } catch (error) {
    logError("interrupted form not kept", error, context.get(requestIdContext));
    return null;
  }
  noteRefusal(context, "SESSION_EXPIRED");

  const returnTo = href("/continue");
  const search = `?${new URLSearchParams({ redirect: returnTo })}`;
  const headers = new Headers({ "Set-Cookie": await interruptedFormCookie(context).serialize(token) });
  let page = href("/login");
  if (sessionToken !== null) {
    const proof = { email: owner.email, purpose: "sign-in", userId: null } as const;
    const result = await sendLoginCode(context, request, proof, returnTo);
    if (result.outcome === "sent")
      for (const line of result.headers.getSetCookie()) headers.append("Set-Cookie", line);
    // The code just sent to this browser is still valid: continue to the page that asks for it.
    const isOpen = result.outcome === "sent" || (await isLoginCodeOpen(context, request, proof));
    if (isOpen) page = href("/login/verify");
  }
  return redirectWithMessage(context, page + search, "code:SESSION_EXPIRED", { type: "error", headers });
}

/**
 * The owner of a form; nobody if its session was used for impersonation, because the form was then about another user.
 */
async function findOwner(db: Database, userId: string, sessionToken: string | null) {
  const impersonating = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.tokenHash, await sha256(sessionToken ?? "")), isNotNull(sessions.impersonatedUserId)),
    );
  const [owner] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), notExists(impersonating)));
  return owner;
}

/**
 * The interrupted form of this browser, and the header that makes sure it is returned only once.
 * @throws a redirect to the user's area if there is none, or if it belongs to another user
 */
export async function takeInterruptedForm(
  context: Context,
  request: Request,
  userId: string,
): Promise<{ form: InterruptedForm; headers: Headers }> {
  const cookie = interruptedFormCookie(context);
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof token !== "string") throw redirect("/");
  const headers = new Headers({ "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) });
  const { kv } = context.get(platformContext);
  const kept = interruptedFormSchema.safeParse(await kv.getJson(await keyOf(token)));
  if (kept.data?.userId === userId) return { form: kept.data, headers };
  throw await redirectWithMessage(context, "/", "auth:continue.gone", { type: "error", headers });
}

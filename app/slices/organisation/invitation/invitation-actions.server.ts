import { data, href, type RouterContextProvider, redirect } from "react-router";
import { dbContext, settingsContext, type Viewer } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal, refusalResponse } from "#app/core/http/refusal.server.ts";
import { keepsNoCookies } from "#app/core/http/sends-cookies.server.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import { actorOfRefusal } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { signInResponse } from "#app/identity/auth/sign-in-response.server.ts";
import { endSession } from "#app/identity/session/session.server.ts";
import { signedOutHeaders } from "#app/identity/session/session-cookie.server.ts";
import { invitationAnswerSchema } from "./invitation-answer.schema.ts";
import {
  acceptInvitation,
  declineInvitation,
  type Invitation,
  signUpByInvitation,
} from "./invitation-answer.server.ts";
import { pathOfLink } from "./invitation-link.server.ts";
import { openInvitation } from "./invitation-page.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A posted form of an invitation's page. */
interface Posted {
  request: Request;
  url: URL;
  context: Context;
}

/** Accepts or declines an invitation, or signs the visitor out of an account with another address. */
export async function answerInvitation(id: string, { request, url, context }: Posted) {
  const form = await parseForm(request, context, invitationAnswerSchema);
  if (!form.ok) throw await invalidForm(form);
  const opened = await openInvitation(context, url, id);
  if (!opened) throw refusalResponse(context, "INVITATION_NOT_FOUND");
  const { invitation, viewer } = opened;
  const here = pathOfLink(url);
  switch (form.value.intent) {
    case "switch":
      return viewer ? switchAccount(context, url, viewer) : redirect(here);
    case "decline":
      return decline(context, here, invitation, viewer);
    default:
      return viewer ? accept(context, here, invitation, viewer) : join({ request, url, context }, invitation);
  }
}

/** Signs out, and redirects to the invitation. */
async function switchAccount(context: Context, url: URL, viewer: Viewer) {
  await endSession(context.get(dbContext), viewer.sessionId, actorOfRefusal(context, viewer));
  const headers = await signedOutHeaders(context.get(settingsContext), url);
  return redirect(pathOfLink(url), { headers });
}

async function decline(context: Context, here: string, invitation: Invitation, viewer: Viewer | null) {
  if (viewer) forbidWhileImpersonating(context, viewer);
  if (viewer && viewer.email !== invitation.email)
    return redirectWithMessage(context, here, {
      ok: false,
      code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
    });
  const declined = await tryWrite(context, "common:saveFailed", () =>
    declineInvitation(context.get(dbContext), invitation, actorOfRefusal(context, viewer)),
  );
  return declined.ok ? redirect(here) : redirectWithMessage(context, here, declined);
}

/** Makes the signed-in user a member, if the invitation was sent to them. */
async function accept(context: Context, here: string, invitation: Invitation, viewer: Viewer) {
  forbidWhileImpersonating(context, viewer);
  const accepted = await tryWrite(context, "common:saveFailed", () =>
    acceptInvitation(context.get(dbContext), invitation, viewer, actorOfRefusal(context, viewer)),
  );
  if (!accepted.ok) return redirectWithMessage(context, here, accepted);
  const { slug, organisation: name } = invitation;
  return redirectWithMessage(context, href("/app/o/:slug", { slug }), "invitation:success.accepted", {
    values: { name },
  });
}

/** Signs up a visitor without an account, and makes them a member. */
async function join({ request, url, context }: Posted, invitation: Invitation) {
  if (keepsNoCookies(context, request, url)) return refused(context, "COOKIES_NEEDED");
  const here = pathOfLink(url);
  if (invitation.hasAccount) return redirect(`${href("/login")}?${new URLSearchParams({ redirect: here })}`);
  const tried = await tryWrite(context, "FAILED_TO_CREATE_USER", async () => ({
    ok: true as const,
    signedUp: await signUpByInvitation(context, request, invitation),
  }));
  if (!tried.ok) return refused(context, "FAILED_TO_CREATE_USER");
  const { signedUp } = tried;
  // In the meantime, the invitation has ended, or the visitor has signed up. The page says which of the two happened.
  if (!signedUp) return redirect(here);
  if (!signedUp.ok) return refused(context, signedUp.code);
  const returnTo = href("/app/o/:slug", { slug: invitation.slug });
  return signInResponse(context, request, signedUp.signedIn, { returnTo });
}

/** Shows the page again, with the error. */
const refused = (context: Context, code: ErrorCode) =>
  data({ error: noteRefusal(context, code) }, { status: ERROR_CODES[code] });

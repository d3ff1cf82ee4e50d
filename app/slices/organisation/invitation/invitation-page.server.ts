import type { RouterContextProvider } from "react-router";
import { dbContext, findViewerContext, platformContext, settingsContext, type Viewer } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { closedReason, findLinkedInvitation, type Invitation } from "./invitation-answer.server.ts";
import { isInvitationLink } from "./invitation-link.server.ts";

type Context = Readonly<RouterContextProvider>;

/** An invitation, and the visitor who has opened its page. */
interface Opened {
  invitation: Invitation;
  /** Null if nobody is signed in. */
  viewer: Viewer | null;
}

/**
 * Finds the invitation of a link.
 * @returns null if there is a newer link: in that case, the page reveals nothing about the invitation
 * @throws a 500 response if the invitation can't be read
 */
export async function openInvitation(context: Context, url: URL, id: string): Promise<Opened | null> {
  const { now } = context.get(platformContext);
  const found = await tryWrite(context, "FAILED_TO_RETRIEVE_INVITATION", async () => {
    const [invitation, viewer] = await Promise.all([
      findLinkedInvitation(context.get(dbContext), id, now),
      context.get(findViewerContext)(),
    ]);
    return { ok: true, invitation, viewer } as const;
  });
  if (!found.ok) throw refusalResponse(context, "FAILED_TO_RETRIEVE_INVITATION");
  const { invitation, viewer } = found;
  if (!invitation || !(await isInvitationLink(context.get(settingsContext), invitation, url))) return null;
  return { invitation, viewer };
}

/** For the page of an invitation: the reason why it can't be accepted; null if it can be. */
export function closedMessage(invitation: Invitation) {
  const closed = closedReason(invitation);
  if (!closed) return null;
  if (closed.code === "INVITER_IS_NO_LONGER_A_MEMBER")
    return { code: closed.code, reason: "inviterLeft" } as const;
  if (closed.code === "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED")
    return { code: closed.code, reason: "full" } as const;
  const { state } = invitation;
  return { code: "INVITATION_NOT_FOUND", reason: state === "open" ? "expired" : state } as const;
}

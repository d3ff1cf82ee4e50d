import type { RouterContextProvider } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Membership } from "#app/slices/organisation/membership.server.ts";
import { type Invited, invite, type Made, renewInvitation } from "./invitation.server.ts";
import { findInvitedAddress } from "./invitation-list.server.ts";
import { planInvitation, sendInvitation } from "./send-invitation.server.ts";

type Context = Readonly<RouterContextProvider>;

/** An invitation that was created or renewed. */
type Emailed = Made & {
  /** Whether an email with the link was sent. */
  isSent: boolean;
};

/** Invites an address to an organisation, and emails the link. @param actor the viewer of the request */
export const inviteByEmail = (
  context: Context,
  membership: Membership,
  invited: Invited,
  actor: Actor,
): Promise<Emailed | Refused> =>
  emailed(context, membership, actor, invited.email, () =>
    invite(context.get(dbContext), membership, invited, actor),
  );

/**
 * Renews an invitation, and emails the new link. The previous link stops working. @param actor the viewer of the
 * request
 */
export async function resendByEmail(
  context: Context,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<Emailed | Refused> {
  const db = context.get(dbContext);
  const to = await findInvitedAddress(db, membership.organisationId, id);
  return emailed(context, membership, actor, to, () => renewInvitation(db, membership, id, actor));
}

/** @param to the recipient's address; null if the invitation does not exist */
async function emailed(
  context: Context,
  { name: organisation }: Membership,
  actor: Actor,
  to: string | null,
  make: () => Promise<Made | Refused>,
): Promise<Emailed | Refused> {
  const { id: senderId, name } = await context.get(viewerContext);
  const planned = to === null ? null : await planInvitation(context, to, senderId);
  const made = await make();
  if (!made.ok) return made;
  const sender = { name, site: actor.site, language: made.inviterLanguage ?? actor.language };
  return { ...made, isSent: await sendInvitation(context, planned, { ...made, organisation }, sender) };
}

import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Membership } from "#app/slices/organisation/membership.server.ts";
import {
  type Invited,
  invite,
  isNewTo,
  isRenewable,
  type Made,
  renewInvitation,
} from "./invitation.server.ts";
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
  emailed(
    context,
    membership,
    actor,
    { to: invited.email, where: isNewTo(context.get(dbContext), membership, invited.email, actor.at) },
    () => invite(context.get(dbContext), membership, invited, actor),
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
  const where = isRenewable(db, membership, id);
  return emailed(context, membership, actor, { to, where }, () => renewInvitation(db, membership, id, actor));
}

/**
 * @param planned.to the recipient's address; null if the invitation does not exist
 * @param planned.where the condition that the invitation will be created or renewed
 */
async function emailed(
  context: Context,
  { name: organisation }: Membership,
  actor: Actor,
  { to, where }: { to: string | null; where: SQL | undefined },
  make: () => Promise<Made | Refused>,
): Promise<Emailed | Refused> {
  const { id: senderId, name } = await context.get(viewerContext);
  const planned = to === null ? null : await planInvitation(context, to, senderId, where);
  const made = await make();
  if (!made.ok) return made;
  const sender = { name, site: actor.site, language: made.inviterLanguage ?? actor.language };
  return { ...made, isSent: await sendInvitation(context, planned, { ...made, organisation }, sender) };
}

import { invitationUrl } from "#app/slices/organisation/invitation/invitation-link.server.ts";
import { addInvitation, addOrganisation } from "./organisations.ts";
import { someone } from "./someone.ts";
import { mailsTo, type Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

export const someAddress = () => `${crypto.randomUUID()}@example.com`;

/** An organisation with its owner, who is signed in. */
export async function anOrganisation(worker: TestWorker, given: Parameters<typeof someone>[1] = {}) {
  const owner = await someone(worker, { name: "Virginia Woolf", ...given });
  return { owner, ...(await addOrganisation(worker, owner.id, { name: "Hogarth Press" })) };
}

/** Invites an address, through the page. */
export const invite = (
  visitor: Visitor,
  { slug }: { slug: string },
  email: string,
  role = "member",
): Promise<Response> => visitor.post(`/app/o/${slug}/invitations`, { intent: "invite", email, role });

/** The path of the link in the newest email to an address. */
export async function linkTo(worker: TestWorker, email: string): Promise<string> {
  const [mail] = await mailsTo(worker, email);
  const [link] = /https?:\S+\/invitation\/\S+/.exec(mail?.text ?? "") ?? [];
  if (!link) throw new Error(`No email with an invitation to ${email}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Adds an open invitation without an email. @returns its id, and the path of its link */
export async function addLinkedInvitation(
  worker: TestWorker,
  invitation: Parameters<typeof addInvitation>[1],
): Promise<{ id: string; link: string }> {
  const nonce = crypto.randomUUID();
  const id = await addInvitation(worker, { ...invitation, nonce });
  const { pathname, search } = new URL(await invitationUrl(worker.settings, worker.url, { id, nonce }));
  return { id, link: pathname + search };
}

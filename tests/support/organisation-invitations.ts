import { addOrganisation } from "./organisations.ts";
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

import { addInvitation, addMember, addOrganisation } from "./organisations.ts";
import { addUser } from "./people.ts";
import type { TestWorker } from "./worker.ts";

/** An organisation of an API caller, with another member and an open invitation. */
export const organisationApiRows = {
  prefix: "/organisations/",
  async fill(worker: TestWorker, path: string, ownerId: string) {
    const { id: organisationId } = await addOrganisation(worker, ownerId);
    const { id: userId } = await addUser(worker);
    const member = await addMember(worker, { organisationId, userId, role: "administrator" });
    const invitationId = await addInvitation(worker, { organisationId, userId: ownerId });
    return path
      .replace("{id}", organisationId)
      .replace("{memberId}", member.id)
      .replace("{invitationId}", invitationId);
  },
  bound: {
    "/organisation": async (worker: TestWorker, ownerId: string) =>
      (await addOrganisation(worker, ownerId)).memberId,
  },
  emailing: ["createInvitation", "resendInvitation"],
};

import { ApiCaller } from "./api-caller.ts";
import { addMember, addOrganisation } from "./organisations.ts";
import type { TestWorker } from "./worker.ts";

/** A program of a new user that may do everything that the user may. */
export const program = (worker: TestWorker, given: Parameters<typeof ApiCaller.of>[1] = {}) =>
  ApiCaller.of(worker, given, ["read", "write", "manage"]);

/** An organisation with an owner and an administrator, each with a program. */
export async function withPrograms(worker: TestWorker) {
  const owner = await program(worker);
  const administrator = await program(worker);
  const organisation = await addOrganisation(worker, owner.owner.id);
  const { id: administratorId } = await addMember(worker, {
    organisationId: organisation.id,
    userId: administrator.owner.id,
    role: "administrator",
  });
  return {
    ...organisation,
    path: `/organisations/${organisation.id}`,
    owner,
    administrator,
    administratorId,
  };
}

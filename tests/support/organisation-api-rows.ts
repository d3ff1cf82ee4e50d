import type { ApiRows } from "./api-rows.ts";
import { addMember, addOrganisation } from "./organisations.ts";
import { addUser } from "./people.ts";

/** An organisation of the caller, with another member. */
const rows: ApiRows = {
  prefix: "/organisations/",
  async fill(worker, path, ownerId) {
    const { id: organisationId } = await addOrganisation(worker, ownerId);
    const { id: userId } = await addUser(worker);
    const member = await addMember(worker, { organisationId, userId, role: "administrator" });
    return path.replace("{id}", organisationId).replace("{memberId}", member.id);
  },
};

export default rows;

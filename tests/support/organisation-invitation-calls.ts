import { eq } from "drizzle-orm";
import { organisationInvitations } from "#app/schema.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { withPrograms } from "./organisation-programs.ts";
import { addInvitation } from "./organisations.ts";
import type { TestWorker } from "./worker.ts";

/** An organisation with people, whose programs act on the organisation's invitations. */
export type Inviting = Awaited<ReturnType<typeof withPrograms>>;

/** Invites somebody through the API, by default as a member. */
export const invite = (caller: ApiCaller, { path }: Pick<Inviting, "path">, json: object, headers = {}) =>
  caller.call(`${path}/invitations`, { method: "POST", json: { role: "member", ...json }, headers });

/** Sends an invitation again through the API. */
export const resend = (caller: ApiCaller, { path }: Pick<Inviting, "path">, id: string) =>
  caller.call(`${path}/invitations/${id}/resend`, { method: "POST" });

/** Cancels an invitation through the API. */
export const cancel = (caller: ApiCaller, { path }: Pick<Inviting, "path">, id: string) =>
  caller.call(`${path}/invitations/${id}`, { method: "DELETE" });

/** The invitations of an organisation, from the database. */
export const invitationsOf = ({ db }: TestWorker, { id }: Pick<Inviting, "id">) =>
  db.select().from(organisationInvitations).where(eq(organisationInvitations.organisationId, id));

/** Adds an open invitation from an organisation's owner. */
export const addOpen = (
  worker: TestWorker,
  { id: organisationId, owner }: Pick<Inviting, "id" | "owner">,
  given: { role?: OrganisationRole; email?: string; createdAt?: number } = {},
) => addInvitation(worker, { organisationId, userId: owner.owner.id, ...given });

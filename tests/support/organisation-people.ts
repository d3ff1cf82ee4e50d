import { eq } from "drizzle-orm";
import { organisationMembers } from "#app/schema.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { addMember, addOrganisation } from "./organisations.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** A signed-in user who is a member of an organisation. */
export interface SignedInMember {
  visitor: Visitor;
  userId: string;
  /** The path of their page in the organisation. */
  page: string;
  memberId: string;
}

/** Adds an organisation with a signed-in owner and further members. */
export async function organisationWithPeople(
  worker: TestWorker,
  ...roles: OrganisationRole[]
): Promise<{
  id: string;
  slug: string;
  name: string;
  path: string;
  owner: SignedInMember;
  others: SignedInMember[];
}> {
  const visitor = await Visitor.signedIn(worker);
  const organisation = await addOrganisation(worker, visitor.userId as string);
  const path = `/app/o/${organisation.slug}`;
  const pageOf = (visitor: Visitor, memberId: string): SignedInMember => ({
    visitor,
    userId: visitor.userId as string,
    page: `${path}/members/${memberId}`,
    memberId,
  });
  const others: SignedInMember[] = [];
  for (const role of roles) {
    const other = await Visitor.signedIn(worker);
    const { id } = await addMember(worker, {
      organisationId: organisation.id,
      userId: other.userId as string,
      role,
    });
    others.push(pageOf(other, id));
  }
  return { ...organisation, path, owner: pageOf(visitor, organisation.memberId), others };
}

/** The roles of an organisation's members, by their ids. */
export async function rolesIn(
  { db }: TestWorker,
  organisationId: string,
): Promise<Record<string, OrganisationRole>> {
  const members = await db
    .select()
    .from(organisationMembers)
    .where(eq(organisationMembers.organisationId, organisationId));
  return Object.fromEntries(members.map(({ id, role }) => [id, role]));
}

/** The error code with which a rule has refused a request; null if none has. */
export const codeOf = (response: Response): string | null => response.headers.get("X-Error-Code");

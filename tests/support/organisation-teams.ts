import { asc, eq } from "drizzle-orm";
import { organisationTeamMembers, organisationTeams } from "#app/schema.ts";
import type { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** The organisation and team of a test's forms. */
interface Place {
  slug: string;
  teamId: string;
}

/** Sends the form for a new team. */
export const createTeam = (visitor: Visitor, { slug }: { slug: string }, name: string, id?: string) =>
  visitor.post(`/app/o/${slug}/teams`, { name, ...(id !== undefined && { id }) });

/** Sends a form of a team's page. */
export const postToTeam = (
  visitor: Visitor,
  { slug, teamId }: Place,
  intent: "rename" | "add-member" | "remove-member" | "delete",
  fields: Record<string, string> = {},
): Promise<Response> => visitor.post(`/app/o/${slug}/teams/${teamId}`, { intent, ...fields });

/** The teams of an organisation, by name. */
export const teamsOf = ({ db }: TestWorker, organisationId: string) =>
  db
    .select({
      id: organisationTeams.id,
      name: organisationTeams.name,
      memberCount: organisationTeams.memberCount,
    })
    .from(organisationTeams)
    .where(eq(organisationTeams.organisationId, organisationId))
    .orderBy(asc(organisationTeams.nameKey));

/** The ids of the memberships in a team. */
export const placesIn = async ({ db }: TestWorker, teamId: string): Promise<string[]> =>
  (await db.select().from(organisationTeamMembers).where(eq(organisationTeamMembers.teamId, teamId))).map(
    ({ memberId }) => memberId,
  );

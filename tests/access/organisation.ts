import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import type { AccessRules } from "#tests/support/access.ts";
import {
  addInvitation,
  addMember,
  addOrganisation,
  addTeam,
  addToTeam,
} from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may do what with an organisation. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = `unmistakable-organisation-${number}`;
    const owner = ownerId ?? (await addUser(worker)).id;
    const organisation = await addOrganisation(worker, owner, { name: secret });
    const { id: organisationId, slug, memberId } = organisation;
    // A team to delete, with a member to remove.
    const teamId = await addTeam(worker, organisationId);
    await addToTeam(worker, { organisationId, teamId, memberId, userId: owner });
    // A second owner, so that the actor may leave.
    const second: OrganisationRole = "owner";
    await addMember(worker, { organisationId, userId: (await addUser(worker)).id, role: second });
    const other = await addUser(worker);
    const role: OrganisationRole = "member";
    const { id } = await addMember(worker, { organisationId, userId: other.id, role });
    const invitationId = await addInvitation(worker, { organisationId, userId: owner });
    return { id, slug, organisationId, invitationId, teamId, memberId, email: other.email, secret };
  },

  routes: {
    "/app/o": { who: "apps:app" },
    "/app/o/new": {
      who: "organisation:create",
      forms: [{ fields: () => ({ name: `New ${crypto.randomUUID()}` }) }],
    },
    // The page has no organisation to redirect to: no actor of the matrix has opened one, or belongs to
    // exactly one.
    "/app/o/last": { who: "apps:app", answer: 400 },
    "/app/o/:slug": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
    },
    "/app/o/:slug/settings": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "organisation:update",
      shows: true,
      forms: [
        {
          memberNeeds: "organisation:update",
          fields: ({ slug = "" }) => ({ name: "Renamed", slug: `${slug}-too` }),
        },
      ],
    },
    "/app/o/:slug/delete": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "organisation:delete",
      needs: "own account",
      shows: true,
      forms: [
        {
          needs: "own account",
          memberNeeds: "organisation:delete",
          fields: ({ secret = "" }) => ({ confirmation: secret }),
          proof: true,
        },
      ],
    },
    "/app/o/:slug/audit": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "audit:read",
      shows: true,
    },
    "/app/o/:slug/invitations": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "member:invite",
      shows: true,
      intentsIn: ["app/slices/organisation/invitation/invitation.schema.ts"],
      forms: [
        {
          intent: "invite",
          memberNeeds: "member:invite",
          fields: () => ({ email: `${crypto.randomUUID()}@example.com`, role: "member" }),
        },
        {
          intent: "resend",
          memberNeeds: "member:invite",
          isDoneAnew: true,
          fields: ({ invitationId = "" }) => ({ id: invitationId }),
        },
        {
          intent: "cancel",
          memberNeeds: "invitation:cancel",
          fields: ({ invitationId = "" }) => ({ id: invitationId }),
        },
      ],
    },
    // The page needs the proof in its link, which the actor does not have.
    "/invitation/:id": {
      who: "everyone",
      answer: 404,
      intentsIn: ["app/slices/organisation/invitation/invitation-answer.schema.ts"],
      forms: [
        { intent: "accept", answer: 404, audited: false },
        { intent: "decline", answer: 404, audited: false },
        { intent: "switch", answer: 404, audited: false },
      ],
    },
    // The target is a user, who belongs to no organisation. The tests of an organisation's entities cover who
    // may restore a row.
    "/app/o/:slug/deleted/:entity/:id": {
      who: "apps:app",
      answer: 302,
      forms: [{ answer: 404, audited: false, readsBody: false }],
    },
    "/app/o/:slug/teams": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
      forms: [{ memberNeeds: "team:create", fields: () => ({ name: `New ${crypto.randomUUID()}` }) }],
    },
    "/app/o/:slug/teams/:teamId": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
      intentsIn: ["app/slices/organisation/team/team.schema.ts"],
      forms: [
        {
          intent: "rename",
          memberNeeds: "team:update",
          fields: () => ({ name: `Renamed ${crypto.randomUUID()}` }),
        },
        { intent: "add-member", memberNeeds: "team:update", fields: ({ email = "" }) => ({ email }) },
        {
          intent: "remove-member",
          memberNeeds: "team:update",
          fields: ({ memberId = "" }) => ({ memberId }),
        },
        { intent: "delete", memberNeeds: "team:delete" },
      ],
    },
    "/app/o/:slug/members/:id": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
      intentsIn: ["app/slices/organisation/organisation.schema.ts"],
      forms: [
        { intent: "set-role", memberNeeds: "member:update", fields: () => ({ role: "administrator" }) },
        { intent: "remove", memberNeeds: "member:remove" },
        { intent: "hand-over", memberNeeds: "owner", needs: "own account", proof: true },
      ],
    },
  },
};

export default rules;

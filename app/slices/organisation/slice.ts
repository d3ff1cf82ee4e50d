import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const organisation = {
  name: "organisation",
  needs: ["email-preference"],
  permissions: [
    "organisation:create",
    "organisation:list",
    "organisation:read",
    "organisation:update",
    "organisation:delete",
  ],
  granted: ["organisation:create"],
  cookies: ["last-organisation"],
  traces: ["last-organisation"],
  namespaces: ["invitation", "organisation", "organisations", "team", "tenant"],
  strings: {
    "/app": ["organisations"],
    "/app/o": ["organisation"],
    "/app/o/:slug": ["team"],
    "/app/o/:slug/settings": ["manager"],
    "/app/o/:slug/invitations": ["invitation"],
    "/app/o/:slug/teams": ["team"],
    "/invitation/:id": ["invitation", "organisation"],
    "/manager": ["organisations"],
    "/manager/organisations": ["organisation", "tenant"],
    "/manager/users/:id": ["tenant"],
  },
} as const satisfies Slice;

export const organisationRules = {
  pages: [
    ["/app/o/new", "organisation:create"],
    ["/manager/organisations", "organisation:list"],
    ["/manager/organisations/:id", "organisation:read"],
    ["/manager/organisations/:id/update", "organisation:update"],
  ],
  totals: ["organisations"],
  auditActions: [
    "organisation.create",
    "organisation.update",
    "organisation.delete",
    "organisation.handOver",
    "member.setRole",
    "member.remove",
    "member.leave",
    "invitation.create",
    "invitation.resend",
    "invitation.cancel",
    "invitation.accept",
    "invitation.decline",
    "team.create",
    "team.update",
    "team.delete",
    "team.addMember",
    "team.removeMember",
  ],
  errorCodes: {
    YOU_ARE_NOT_ALLOWED_TO_CREATE_ORGANIZATIONS: 403,
    /** The user already owns as many organisations as allowed. */
    MAXIMUM_ORGANIZATIONS_REACHED: 409,
    /** Another organisation has the address. */
    ORGANIZATION_ALREADY_EXISTS: 409,
    /** There is no such organisation, or the visitor may not know that it exists. */
    ORGANIZATION_NOT_FOUND: 404,
    /** The request needs an organisation, but names none. */
    NO_ACTIVE_ORGANIZATION: 400,
    /** The user is not a member, but may know that the organisation exists. */
    USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 403,
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
    MEMBER_NOT_FOUND: 404,
    /** The only owner can't leave, be removed or get another role. */
    ONLY_OWNER_CANNOT_LEAVE: 409,
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 403,
    USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 409,
    ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 409,
    USER_ALREADY_INVITED: 409,
    /** There is no such invitation, or it has ended, or its link no longer works. */
    INVITATION_NOT_FOUND: 404,
    YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
    INVITER_IS_NO_LONGER_A_MEMBER: 409,
    /** D1 failed to read the invitation of a link. */
    FAILED_TO_RETRIEVE_INVITATION: 500,
    YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
    /** The member may not invite people in this role, or may not invite at all. */
    YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE: 403,
    /** The table of roles does not contain the role. */
    ROLE_NOT_FOUND: 404,
    YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS: 403,
    /** Another team of the organisation has the name. */
    TEAM_ALREADY_EXISTS: 409,
    /** There is no such team, or it belongs to another organisation. */
    TEAM_NOT_FOUND: 404,
    MAXIMUM_TEAMS_REACHED: 409,
    LAST_TEAM_CANNOT_BE_REMOVED: 409,
    /** The member may not change the team, nor add or remove its members. */
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 403,
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 403,
  },
  missingPermissions: { "organisation:create": "YOU_ARE_NOT_ALLOWED_TO_CREATE_ORGANIZATIONS" },
} as const satisfies SliceRules;

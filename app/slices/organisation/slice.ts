import type { Slice } from "#app/core/lib/slice.ts";

export const organisation = {
  name: "organisation",
  totals: ["organisations"],
  permissions: [
    "organisation:create",
    "organisation:list",
    "organisation:read",
    "organisation:update",
    "organisation:delete",
  ],
  granted: ["organisation:create"],
  pages: [
    ["/app/o/new", "organisation:create"],
    ["/manager/organisations", "organisation:list"],
    ["/manager/organisations/:id", "organisation:read"],
    ["/manager/organisations/:id/update", "organisation:update"],
  ],
  auditActions: [
    "organisation.create",
    "organisation.update",
    "organisation.delete",
    "organisation.handOver",
    "member.setRole",
    "member.remove",
    "member.leave",
  ],
  errorCodes: {
    YOU_ARE_NOT_ALLOWED_TO_CREATE_ORGANIZATIONS: 403,
    /** As many organisations belong to somebody as may. */
    MAXIMUM_ORGANIZATIONS_REACHED: 409,
    /** Another one has its address. */
    ORGANIZATION_ALREADY_EXISTS: 409,
    /** Also of one whose visitor may not know that it is there. */
    ORGANIZATION_NOT_FOUND: 404,
    /** To who may know that it is there. */
    USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 403,
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
    MEMBER_NOT_FOUND: 404,
    /** Nor be removed, or be given another role. */
    ONLY_OWNER_CANNOT_LEAVE: 409,
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 403,
    YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
    /** Nor invite at all. */
    YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE: 403,
  },
  namespaces: ["organisation", "organisations", "tenant"],
  strings: {
    "/app": ["organisations"],
    "/app/o": ["organisation"],
    "/app/o/:slug/settings": ["manager"],
    "/manager": ["organisations"],
    "/manager/organisations": ["organisation", "tenant"],
    "/manager/users/:id": ["tenant"],
  },
} as const satisfies Slice;

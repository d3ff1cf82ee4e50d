import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { answeredPicture, pictureSchema } from "#app/slices/api/files.server.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import { after, idParameter, listOf, operation } from "#app/slices/api/operation.server.ts";
import { ApiProblem } from "#app/slices/api/problem.server.ts";
import { requireWritten } from "#app/slices/api/written.server.ts";
import { findMember, removeMember, setMemberRole } from "#app/slices/organisation/member/member.server.ts";
import { listMembers } from "#app/slices/organisation/member/member-list.server.ts";
import type { Membership } from "./membership.server.ts";
import {
  ORGANISATION_ROLES,
  type OrganisationPermission,
  type OrganisationRole,
} from "./organisation-roles.ts";
import {
  findPlace,
  type ListedPlace,
  listPlaces,
  organisationIfPlaced,
  reachesOneOnly,
  requirePlace,
} from "./place.server.ts";
import { withLogo } from "./with-logo.server.ts";

// The API of organisations: a token acts in its owner's organisations, and a key in its own (place.server.ts). The
// operations use the functions of the pages.

const TAG = "Organisations";

/** A role in an organisation. */
export const role = z.enum(ORGANISATION_ROLES as [OrganisationRole, ...OrganisationRole[]]);

const organisationSchema = z
  .object({
    id: z.string(),
    name: z.string().openapi({ example: "Hogarth Press" }),
    slug: z.string().openapi({ description: "Its address, as in /app/o/{slug}.", example: "hogarth-press" }),
    logo: pictureSchema("Its logo. Null if it has none.", { large: "192 pixels a side, as WebP." }),
    role: role.nullable().openapi({
      description:
        "The role of the token's owner in it. Null for an organisation's key, which is not a member.",
      example: "owner",
    }),
  })
  .openapi("Organisation");

const memberSchema = z
  .object({
    id: z.string().openapi({ description: "The id of the membership." }),
    userId: z.string(),
    name: z.string().nullable(),
    email: z.email(),
    role,
  })
  .openapi("Member");

const memberParameters = idParameter.extend({
  memberId: z
    .string()
    .max(100)
    .openapi({ param: { name: "memberId", in: "path" } }),
});

const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  200: { description, content: { "application/json": { schema } } },
});

const list = operation({
  id: "listOrganisations",
  tag: TAG,
  summary: "List the organisations of the caller",
  method: "get",
  path: "/organisations",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  refusals: [],
  responses: json("All of them, by name.", listOf(organisationSchema).openapi("Organisations")),
});

const readOwn = operation({
  id: "readOwnOrganisation",
  tag: TAG,
  summary: "Read the organisation that the token is bound to",
  description: "If the token is not bound to one, the response is 400 with `NO_ACTIVE_ORGANIZATION`.",
  method: "get",
  path: "/organisation",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  refusals: [400],
  responses: json("The organisation.", organisationSchema),
});

const read = operation({
  id: "readOrganisation",
  tag: TAG,
  summary: "Read an organisation of the caller",
  method: "get",
  path: "/organisations/{id}",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  request: { params: idParameter },
  refusals: [],
  responses: json("The organisation.", organisationSchema),
});

const readMembers = operation({
  id: "listMembers",
  tag: TAG,
  summary: "List the members of an organisation",
  method: "get",
  path: "/organisations/{id}/members",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  request: { params: idParameter, query: z.object({ after }) },
  refusals: [400],
  responses: json(
    "At most 20 members, in the order in which they joined.",
    listOf(memberSchema).openapi("Members"),
  ),
});

const setRole = operation({
  id: "updateMember",
  tag: TAG,
  summary: "Give a member another role",
  description:
    "Both the old and the new role must be up to the caller's own. The last owner can't lose that role.",
  method: "patch",
  path: "/organisations/{id}/members/{memberId}",
  scopes: ["write"],
  permission: null,
  bound: true,
  request: {
    params: memberParameters,
    body: { required: true, content: { "application/json": { schema: z.strictObject({ role }) } } },
  },
  refusals: [409, 415, 422],
  responses: json("The member.", memberSchema),
});

const remove = operation({
  id: "removeMember",
  tag: TAG,
  summary: "Remove a member from an organisation",
  description: "For members with a role up to the caller's own. The last owner can't be removed.",
  method: "delete",
  path: "/organisations/{id}/members/{memberId}",
  scopes: ["write"],
  permission: null,
  bound: true,
  request: { params: memberParameters },
  refusals: [409],
  responses: { 204: { description: "The member was removed." } },
});

/** Adds the operations on organisations. */
export function organisationApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const places = await listPlaces(c.env.context);
    const items = await Promise.all(places.map((place) => toResponse(c, place)));
    return c.json({ items, next: null }, 200);
  });

  api.openapi(readOwn, async (c) => {
    const { context } = c.env;
    if (!(await reachesOneOnly(context))) throw new ApiProblem("NO_ACTIVE_ORGANIZATION");
    const [own] = await listPlaces(context);
    if (!own) throw new ApiProblem("ORGANIZATION_NOT_FOUND");
    return c.json(await toResponse(c, own), 200);
  });

  api.openapi(read, async (c) => {
    const { context } = c.env;
    const place = await findPlace(context, c.req.valid("param").id);
    return c.json(await toResponse(c, requirePlace(context, place, null)), 200);
  });

  api.openapi(readMembers, async (c) => {
    const { context } = c.env;
    const { id } = c.req.valid("param");
    const { after = null } = c.req.valid("query");
    const organisationId = await organisationIfPlaced(context, id);
    // Both queries are awaited before a refusal, because response times must not reveal which organisations exist.
    const [place, found] = await Promise.all([
      findPlace(context, id),
      listMembers(context.get(dbContext), organisationId, after),
    ]);
    requirePlace(context, place, null);
    return c.json({ items: found.items.map(shownMember), next: nextPage(c.req.url, found.next) }, 200);
  });

  api.openapi(setRole, async (c) => {
    const { id, memberId } = c.req.valid("param");
    const membership = await membershipIn(c, id, "member:update");
    const db = c.env.context.get(dbContext);
    const actor = await currentActor(c.env.context);
    const { role } = c.req.valid("json");
    await requireWritten(c, await setMemberRole(db, membership, memberId, role, actor));
    const member = await findMember(db, id, memberId);
    if (!member) throw new ApiProblem("MEMBER_NOT_FOUND");
    return c.json(shownMember(member), 200);
  });

  api.openapi(remove, async (c) => {
    const { id, memberId } = c.req.valid("param");
    const membership = await membershipIn(c, id, "member:remove");
    const db = c.env.context.get(dbContext);
    const actor = await currentActor(c.env.context);
    await requireWritten(c, await removeMember(db, membership, memberId, actor));
    return c.body(null, 204);
  });
}

/**
 * The membership of a token's owner in an organisation. @throws the refusal if there is no membership, or if its role
 * lacks the permission
 */
export async function membershipIn(
  { env: { context } }: Context<ApiEnv>,
  organisationId: string,
  permission: OrganisationPermission,
): Promise<Membership> {
  const place = requirePlace(context, await findPlace(context, organisationId), permission);
  if (place.memberId === null) throw new ApiProblem("INSUFFICIENT_SCOPE");
  return place;
}

async function toResponse(
  c: Context<ApiEnv>,
  place: ListedPlace,
): Promise<z.output<typeof organisationSchema>> {
  const { organisationId, name, slug, logo, role } = await withLogo(c.env.context, place);
  return {
    id: organisationId,
    name,
    slug,
    logo: answeredPicture(c.req.url, logo ? { large: logo } : null),
    role,
  };
}

const shownMember = ({ id, userId, name, email, role }: z.output<typeof memberSchema>) => ({
  id,
  userId,
  name,
  email,
  role,
});

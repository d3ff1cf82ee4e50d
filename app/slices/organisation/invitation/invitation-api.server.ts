import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, platformContext } from "#app/context.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import {
  after,
  createdHeaders,
  idempotencyKey,
  idParameter,
  iso,
  jsonBody,
  listOf,
  operation,
  time,
} from "#app/slices/api/operation.server.ts";
import { problemOf } from "#app/slices/api/written.server.ts";
import type { Membership } from "#app/slices/organisation/membership.server.ts";
import { membershipIn, role } from "#app/slices/organisation/organisation-api.server.ts";
import type { OrganisationPermission } from "#app/slices/organisation/organisation-roles.ts";
import { findPlace, organisationIfPlaced, requirePlace } from "#app/slices/organisation/place.server.ts";
import { cancelInvitation } from "./invitation.server.ts";
import {
  type ListedInvitation,
  listInvitations,
  SHOWN_STATES,
  shownState,
} from "./invitation-list.server.ts";
import { inviteByEmail, resendByEmail } from "./invite-by-email.server.ts";

// Members invite people through the API, with the functions that the page uses. Only the email contains the link,
// because a program that had it could create an account with somebody else's address.

const TAG = "Invitations";
const PATH = "/organisations/{id}/invitations";

const invitationSchema = z
  .object({
    id: z.string(),
    email: z.email(),
    role,
    team: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .openapi({ description: "The team that the recipient joins. Also null if the team was deleted." }),
    state: z.enum(SHOWN_STATES),
    expiresAt: time,
  })
  .openapi("Invitation");

const emailedSchema = invitationSchema
  .extend({
    emailed: z.boolean().openapi({
      description:
        "Whether its link was emailed. If not, the invitation is open nevertheless: send it again later.",
    }),
  })
  .openapi("EmailedInvitation");

const invitationParameters = idParameter.extend({
  invitationId: z
    .string()
    .max(100)
    .openapi({ param: { name: "invitationId", in: "path" } }),
});

const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});

const list = operation({
  id: "listInvitations",
  tag: TAG,
  summary: "List the invitations to an organisation",
  description:
    "For members who may invite. Closed invitations are listed for 30 days after their expiry date.",
  method: "get",
  path: PATH,
  scopes: ["read"],
  permission: null,
  bound: true,
  request: { params: idParameter, query: z.object({ after }) },
  refusals: [400],
  responses: {
    200: json("At most 20 invitations, the latest first.", listOf(invitationSchema).openapi("Invitations")),
  },
});

const create = operation({
  id: "createInvitation",
  tag: TAG,
  summary: "Invite an address to an organisation",
  description:
    "With a role up to the caller's own. The address is emailed a link, which works for seven days.",
  method: "post",
  path: PATH,
  scopes: ["write"],
  permission: null,
  bound: true,
  request: {
    params: idParameter,
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ email: emailSchema, role, teamId: z.string().max(100).nullish() })),
  },
  refusals: [409, 415, 422],
  responses: {
    201: {
      ...json("The invitation.", emailedSchema),
      headers: createdHeaders.pick({ "Idempotency-Replayed": true }),
    },
  },
});

const resend = operation({
  id: "resendInvitation",
  tag: TAG,
  summary: "Send an invitation again",
  description:
    "For open and expired invitations. Emails a new link, which works for seven days. The earlier link stops working.",
  method: "post",
  path: `${PATH}/{invitationId}/resend`,
  scopes: ["write"],
  permission: null,
  bound: true,
  request: { params: invitationParameters },
  refusals: [],
  responses: { 200: json("The invitation.", emailedSchema) },
});

const cancel = operation({
  id: "cancelInvitation",
  tag: TAG,
  summary: "Cancel an invitation",
  description: "For open and expired invitations with a role up to the caller's own. The link stops working.",
  method: "delete",
  path: `${PATH}/{invitationId}`,
  scopes: ["write"],
  permission: null,
  bound: true,
  request: { params: invitationParameters },
  refusals: [],
  responses: { 204: { description: "The invitation is cancelled." } },
});

/** Adds the operations on invitations to organisations. */
export function invitationApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { context } = c.env;
    const { id } = c.req.valid("param");
    const { after = null } = c.req.valid("query");
    const organisationId = await organisationIfPlaced(context, id);
    // Both queries are awaited before a refusal, as for members, because response times must not reveal which
    // organisations exist.
    const [place, { page }] = await Promise.all([
      findPlace(context, id),
      listInvitations(context.get(dbContext), organisationId, after),
    ]);
    requirePlace(context, place, "member:invite");
    const items = page.items.map((invitation) => toResponse(c, invitation));
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  api.openapi(create, async (c) => {
    const { membership, actor } = await acting(c, "member:invite");
    const { teamId = null, ...invited } = c.req.valid("json");
    const made = await inviteByEmail(c.env.context, membership, { ...invited, teamId }, actor);
    return c.json(await emailed(c, made), 201);
  });

  api.openapi(resend, async (c) => {
    const { membership, actor } = await acting(c, "member:invite");
    const { invitationId } = c.req.valid("param");
    const made = await resendByEmail(c.env.context, membership, invitationId, actor);
    return c.json(await emailed(c, made), 200);
  });

  api.openapi(cancel, async (c) => {
    const { membership, actor } = await acting(c, "invitation:cancel");
    const { invitationId } = c.req.valid("param");
    const cancelled = await cancelInvitation(c.env.context.get(dbContext), membership, invitationId, actor);
    if (!cancelled.ok) throw await problemOf(c, cancelled);
    return c.body(null, 204);
  });
}

/**
 * The actor, and their membership in the organisation of a path.
 * @throws the refusal of a caller who is not a member or lacks the permission
 */
async function acting(
  c: Context<ApiEnv>,
  permission: OrganisationPermission,
): Promise<{ membership: Membership; actor: Actor }> {
  const membership = await membershipIn(c, c.req.param("id") ?? "", permission);
  return { membership, actor: await currentActor(c.env.context) };
}

/** An invitation that was created or sent again, for the response. @throws an ApiProblem if it was refused */
async function emailed(c: Context<ApiEnv>, made: Awaited<ReturnType<typeof inviteByEmail>>) {
  if (!made.ok) throw await problemOf(c, made);
  return { ...toResponse(c, { ...made, state: "open" }), emailed: made.isSent };
}

function toResponse(c: Context<ApiEnv>, invitation: ListedInvitation): z.output<typeof invitationSchema> {
  const { id, email, role, teamId, team, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    team: teamId !== null && team !== null ? { id: teamId, name: team } : null,
    state: shownState(invitation, c.env.context.get(platformContext).now),
    expiresAt: iso(expiresAt),
  };
}

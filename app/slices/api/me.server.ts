import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, type Viewer, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { nameSchema } from "#app/identity/user/user.schema.ts";
import { findUser } from "#app/identity/user/user.server.ts";
import { renameUser } from "#app/identity/user/user-write.server.ts";
import { ROLES, type Role } from "#app/permissions.ts";
import { SCOPES } from "#app/scopes.ts";
import { entityTag, requireMatch, respondToRead, seenBy } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { answeredPicture, pictureSchema } from "./files.server.ts";
import {
  ifMatch,
  ifNoneMatch,
  isoOrNull,
  jsonBody,
  notModified,
  operation,
  tagHeader,
  time,
} from "./operation.server.ts";
import { requireWritten } from "./written.server.ts";

const meSchema = z
  .object({
    id: z.string(),
    email: z.email(),
    name: z.string().nullable(),
    role: z.enum(ROLES as [Role, ...Role[]]),
    onboardedAt: time.nullable(),
    picture: pictureSchema("Their picture. Null if they have none.", {
      small: "96 pixels a side, as WebP.",
      large: "288 pixels a side, as WebP.",
    }),
    token: z.object({ name: z.string(), scopes: z.array(z.enum(SCOPES)) }),
  })
  .openapi("Me");

const answered = {
  description: "The token and its owner.",
  content: { "application/json": { schema: meSchema } },
  headers: tagHeader,
};

const readMe = operation({
  id: "readMe",
  tag: "Me",
  summary: "Read the token's owner and scopes",
  method: "get",
  path: "/me",
  scopes: ["read"],
  permission: null,
  request: { headers: ifNoneMatch },
  refusals: [],
  responses: { 200: answered, ...notModified },
});

const updateMe = operation({
  id: "updateMe",
  tag: "Me",
  summary: "Change the name of the token's owner",
  method: "patch",
  path: "/me",
  scopes: ["write"],
  permission: null,
  request: { headers: ifMatch, body: jsonBody(z.strictObject({ name: nameSchema })) },
  refusals: [409, 412, 415, 422],
  responses: {
    200: answered,
  },
});

/** Adds the operations on the caller's own account. */
export function meApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(readMe, async (c) =>
    respondToRead(c, await toResponse(c, await c.env.context.get(viewerContext))),
  );

  api.openapi(updateMe, async (c) => {
    const { context } = c.env;
    const viewer = await context.get(viewerContext);
    const { name } = c.req.valid("json");
    await requireMatch(c, await toResponse(c, viewer));
    const change = { name, original: seenBy(c, { name: viewer.name }) };
    const actor = await currentActor(context);
    const db = context.get(dbContext);
    await requireWritten(c, await renameUser(db, viewer.id, change, actor), {
      async find() {
        const user = await findUser(db, viewer.id, actor.at);
        return user && toResponse(c, { ...viewer, name: user.name });
      },
    });
    const me = await toResponse(c, { ...viewer, name });
    return c.json(me, 200, { ETag: await entityTag(me) });
  });
}

async function toResponse(c: Context<ApiEnv>, viewer: Viewer): Promise<z.output<typeof meSchema>> {
  const { id, email, name, role, onboardedAt, token } = viewer;
  return {
    id,
    email,
    name,
    role,
    onboardedAt: isoOrNull(onboardedAt),
    picture: answeredPicture(c.req.url, await pictureOfViewer(c.env.context, viewer)),
    token: { name: token?.name ?? "", scopes: token?.scopes ?? [] },
  };
}

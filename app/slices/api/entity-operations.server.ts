import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { ShownValues, Written } from "#app/core/db/written.ts";
import { API_PATH } from "#app/core/http/api-path.ts";
import type { Entity } from "#app/entities.ts";
import { ENTITIES } from "#app/entities.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { answerRead, entityTag, requireMatch, seenBy } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { newIdFor } from "./idempotency.server.ts";
import {
  createdHeaders,
  idempotencyKey,
  idParameter,
  ifMatch,
  ifNoneMatch,
  jsonBody,
  notModified,
  operation,
  tagHeader,
} from "./operation.server.ts";
import { ApiProblem } from "./problem.server.ts";
import { requireWritten, sentFields } from "./written.server.ts";

/** An entity whose rows the API reads, adds, changes and deletes, as the manager's pages do and with their functions. */
export interface ApiEntity<Shown extends { id: string }, Fields extends z.ZodObject> {
  entity: Entity;
  /** What operations and schemas are called by: "Book". */
  name: string;
  /** What a read answers with. */
  shown: z.ZodType<Shown>;
  /** What the forms send, but for what only forms need. */
  fields: Fields;
  /** Finds a row as a read answers with it, or null. */
  find: (db: Database, id: string) => Promise<Shown | null>;
  /** The fields of a row. */
  fieldsOf: (row: Shown) => z.output<Fields> & ShownValues;
  create: (db: Database, row: z.output<Fields> & { id: string }, actor: Actor) => Promise<Written>;
  /** Changes a row if it still holds what `shown` says. */
  update: (
    db: Database,
    id: string,
    change: z.output<Fields> & { shown: ShownValues; restore: boolean },
    actor: Actor,
  ) => Promise<Written>;
  /** Deletes a row, if it still holds what `shown` says, if anything. One that does not counts as gone. */
  remove: (db: Database, id: string, actor: Actor, shown?: ShownValues) => Promise<Written>;
}

/** Adds the operations on a single row of an entity: read, create, update, delete. */
export function addEntity<Shown extends { id: string }, Fields extends z.ZodObject>(
  api: OpenAPIHono<ApiEnv>,
  given: ApiEntity<Shown, Fields>,
): void {
  const { entity, name, shown, fields, find, fieldsOf } = given;
  const plural = ENTITIES[entity];
  const tag = plural.charAt(0).toUpperCase() + plural.slice(1);
  const path = `/${plural}`;
  const of = (id: string) => `${path}/${id}`;
  const content = { "application/json": { schema: shown } };
  const row = { 200: { description: `The ${entity}.`, content, headers: tagHeader } };

  const read = operation({
    id: `read${name}`,
    tag,
    summary: `Read a ${entity}`,
    method: "get",
    path: of("{id}"),
    scopes: ["read"],
    permission: `${entity}:read`,
    request: { params: idParameter, headers: ifNoneMatch },
    refusals: [],
    responses: { ...row, ...notModified },
  });
  const create = operation({
    id: `create${name}`,
    tag,
    summary: `Add a ${entity}`,
    method: "post",
    path,
    scopes: ["write"],
    permission: `${entity}:create`,
    request: { headers: idempotencyKey, body: jsonBody(fields.strict()) },
    refusals: [409, 415, 422],
    responses: {
      201: {
        description: `The new ${entity}. Location is its URL.`,
        content,
        headers: createdHeaders,
      },
    },
  });
  const update = operation({
    id: `update${name}`,
    tag,
    summary: `Change a ${entity}`,
    description: "Fields that are not sent stay as they are.",
    method: "patch",
    path: of("{id}"),
    scopes: ["write"],
    permission: `${entity}:update`,
    request: { params: idParameter, headers: ifMatch, body: jsonBody(fields.partial().strict()) },
    refusals: [409, 412, 415, 422],
    responses: row,
  });
  const remove = operation({
    id: `delete${name}`,
    tag,
    summary: `Delete a ${entity}`,
    description: "It can be restored from the audit log for 30 days.",
    method: "delete",
    path: of("{id}"),
    scopes: ["write"],
    permission: `${entity}:delete`,
    request: { params: idParameter, headers: ifMatch },
    refusals: [409, 412],
    responses: { 204: { description: "It is deleted." } },
  });

  const found = async (c: Context<ApiEnv>): Promise<Shown> => {
    const present = await find(c.env.context.get(dbContext), c.req.param("id") ?? "");
    if (!present) throw new ApiProblem("NOT_FOUND");
    return present;
  };
  const answer = async (c: Context<ApiEnv>, answered: Shown, status: 200 | 201 = 200) => {
    c.header("ETag", await entityTag(answered));
    return c.json(answered, status);
  };
  // The schemas are parameters here, so the types of the answers can't be checked: tests/integration/api-document.test.ts
  // checks what is answered.
  const register = (described: Parameters<typeof api.openapi>[0], handle: (c: Context<ApiEnv>) => unknown) =>
    api.openapi(described, handle as never);
  const sent = (c: Context<ApiEnv>) => c.req.valid("json" as never) as z.output<Fields>;

  register(read, async (c) => answerRead(c, await found(c)));

  register(create, async (c) => {
    const { context } = c.env;
    const db = context.get(dbContext);
    const actor = await currentActor(context);
    const id = await requireWritten(c, await given.create(db, { ...sent(c), id: await newIdFor(c) }, actor));
    c.header("Location", new URL(`${API_PATH}${of(id)}`, c.req.url).href);
    return answer(c, (await find(db, id)) as Shown, 201);
  });

  register(update, async (c) => {
    const { context } = c.env;
    const db = context.get(dbContext);
    const actor = await currentActor(context);
    const present = await found(c);
    await requireMatch(c, present);
    const shownBefore = fieldsOf(present);
    const change = {
      ...shownBefore,
      ...(await sentFields(c, sent(c))),
      shown: shownBefore,
      restore: false,
    };
    const updated = await given.update(db, present.id, change, actor);
    await requireWritten(c, updated, { find: () => find(db, present.id) });
    return answer(c, await found(c));
  });

  register(remove, async (c) => {
    const { context } = c.env;
    const db = context.get(dbContext);
    const actor = await currentActor(context);
    const present = await found(c);
    await requireMatch(c, present);
    const removed = await given.remove(db, present.id, actor, seenBy(c, fieldsOf(present)));
    await requireWritten(c, removed, { find: () => find(db, present.id) });
    return c.body(null, 204);
  });
}

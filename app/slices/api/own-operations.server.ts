import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { dbContext, viewerContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Owned, type OwnRows, rowsOf } from "#app/core/db/owned.ts";
import type { ShownValues, Written } from "#app/core/db/written.ts";
import { PERSONAL_ENTITIES, type PersonalEntity } from "#app/entities.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { restoreOwnRow } from "#app/identity/write/restore-rows.server.ts";
import type { Permission } from "#app/permissions.ts";
import { entityTag } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { idParameter, operation, tagHeader } from "./operation.server.ts";
import { ApiProblem } from "./problem.server.ts";
import { addRowOperations, type DescribedRows, tagOf } from "./row-operations.server.ts";
import { requireWritten } from "./written.server.ts";

/**
 * An entity of which the API reads, adds, changes and deletes what belongs to the token's owner, as their pages do and with the
 * same functions. These get nobody else's rows.
 */
export interface ApiOwnEntity<
  Table extends SQLiteTable,
  Key extends string,
  Shown extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> extends DescribedRows<Shown, Fields, NewFields> {
  entity: PersonalEntity;
  /** Its table. */
  owned: Owned<Table, Key>;
  find: (db: Database, rows: OwnRows<Table, Key>["rows"], id: string) => Promise<Shown | null>;
  create: (
    db: Database,
    own: OwnRows<Table, Key>,
    row: z.output<NewFields> & { id: string },
    actor: Actor,
  ) => Promise<Written>;
  update: (
    db: Database,
    own: OwnRows<Table, Key>,
    id: string,
    change: z.output<Fields> & { shown: ShownValues; restore: boolean },
    actor: Actor,
  ) => Promise<Written>;
  remove: (
    db: Database,
    own: OwnRows<Table, Key>,
    id: string,
    actor: Actor,
    shown?: ShownValues,
  ) => Promise<Written>;
}

/** Adds the operations on a single row of one's own: read, create, update, delete, restore. Somebody else's row is not found. */
export function addOwnEntity<
  Table extends SQLiteTable,
  Key extends string,
  Shown extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
>(
  api: OpenAPIHono<ApiEnv>,
  {
    entity,
    owned,
    find,
    create,
    update,
    remove,
    ...described
  }: ApiOwnEntity<Table, Key, Shown, Fields, NewFields>,
): void {
  const permission = `${entity}:own` as const;
  addRowOperations(api, {
    ...described,
    entity,
    plural: PERSONAL_ENTITIES[entity],
    permissions: { read: permission, create: permission, update: permission, delete: permission },
    restorable: `Its owner can restore it for 30 days, with restore${described.name} or on a page.`,
    async functionsFor(c) {
      const db = c.env.context.get(dbContext);
      const own = await ownRows(c, owned);
      return {
        find: (id) => find(db, own.rows, id),
        create: (row, actor) => create(db, own, row, actor),
        update: (id, change, actor) => update(db, own, id, change, actor),
        remove: (id, actor, shown) => remove(db, own, id, actor, shown),
      };
    },
  });

  const restore = restoreOperation({ ...described, entity, plural: PERSONAL_ENTITIES[entity], permission });
  // As in addRowOperations(), the type of the answer can't be checked here.
  const handle = async (c: Context<ApiEnv>) => {
    const db = c.env.context.get(dbContext);
    const own = await ownRows(c, owned);
    const actor = await currentActor(c.env.context);
    const restored = await restoreOwnRow(db, own, { entity, id: c.req.param("id") ?? "" }, actor);
    const row = await find(db, own.rows, await requireWritten(c, restored));
    if (!row) throw new ApiProblem("NOT_FOUND");
    c.header("ETag", await entityTag(row));
    return c.json(row, 200);
  };
  api.openapi(restore, handle as never);
}

/** The operation that puts a deleted row back, described. */
const restoreOperation = ({
  entity,
  plural,
  name,
  shown,
  permission,
}: {
  entity: string;
  plural: string;
  name: string;
  shown: z.ZodType;
  permission: Permission;
}) =>
  operation({
    id: `restore${name}`,
    tag: tagOf(plural),
    summary: `Restore a deleted ${entity}`,
    description:
      "For 30 days, whether a program deleted it or a page. One that is there stays as it is, so this can be sent twice.",
    method: "post",
    path: `/${plural}/{id}/restore`,
    scopes: ["write"],
    permission,
    request: { params: idParameter },
    refusals: [409],
    responses: {
      200: {
        description: `The ${entity}, as it was.`,
        content: { "application/json": { schema: shown } },
        headers: tagHeader,
      },
    },
  });

/** The rows of an owned table that belong to the owner of the token: all that an operation gets of it. */
export const ownRows = async <Table extends SQLiteTable, Key extends string>(
  c: Context<ApiEnv>,
  owned: Owned<Table, Key>,
): Promise<OwnRows<Table, Key>> => rowsOf(owned, (await c.env.context.get(viewerContext)).id);

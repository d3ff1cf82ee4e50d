import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { FieldValues, Written } from "#app/core/db/written.ts";
import { ENTITIES, type Entity } from "#app/entities.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { ApiEnv } from "./env.ts";
import { addRowOperations, type DescribedRows } from "./row-operations.server.ts";

/**
 * An entity whose rows the API reads, creates, updates and deletes, with the functions that the manager's pages use.
 */
export interface ApiEntity<Row extends { id: string }, Fields extends z.ZodObject>
  extends Omit<DescribedRows<Row, Fields, Fields>, "newFields"> {
  entity: Entity;
  /** @param c the request's context */
  find: (db: Database, id: string, c: Context<ApiEnv>) => Promise<Row | null>;
  create: (db: Database, row: z.output<Fields> & { id: string }, actor: Actor) => Promise<Written>;
  update: (
    db: Database,
    id: string,
    change: z.output<Fields> & { original: FieldValues; restore: boolean },
    actor: Actor,
  ) => Promise<Written>;
  remove: (db: Database, id: string, actor: Actor, original?: FieldValues) => Promise<Written>;
}

/** Adds the operations on a single row of an entity: read, create, update, delete. */
export function addEntity<Row extends { id: string }, Fields extends z.ZodObject>(
  api: OpenAPIHono<ApiEnv>,
  { entity, find, create, update, remove, ...described }: ApiEntity<Row, Fields>,
): void {
  addRowOperations(api, {
    ...described,
    newFields: described.fields,
    entity,
    plural: ENTITIES[entity],
    at: { path: `/${ENTITIES[entity]}`, parameter: "id" },
    permissions: {
      read: `${entity}:read`,
      create: `${entity}:create`,
      update: `${entity}:update`,
      delete: `${entity}:delete`,
    },
    restorable: "It can be restored from the audit log for 30 days.",
    async functionsFor(c) {
      const db = c.env.context.get(dbContext);
      return {
        find: (id) => find(db, id, c),
        create: (row, actor) => create(db, row, actor),
        update: (id, change, actor) => update(db, id, change, actor),
        remove: (id, actor, original) => remove(db, id, actor, original),
      };
    },
  });
}

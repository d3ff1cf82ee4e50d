import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { viewerContext } from "#app/context.ts";
import { type Owned, type OwnRows, rowsOf } from "#app/core/db/owned.ts";
import { PERSONAL_ENTITIES, type PersonalEntity } from "#app/entities.ts";
import type { ApiEnv } from "./env.ts";
import { addOwnedRowOperations, type OwnedRowFunctions } from "./owned-row-operations.server.ts";

/**
 * An entity whose rows belong to users. The API reads, creates, updates and deletes the rows of the token's owner, as
 * the pages do.
 */
export interface ApiOwnEntity<
  Table extends SQLiteTable,
  Key extends string,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> extends OwnedRowFunctions<Table, Key, Row, Fields, NewFields> {
  entity: PersonalEntity;
  /** The entity's table. */
  owned: Owned<Table, Key>;
}

/**
 * Adds the operations on a single row that belongs to the caller: read, create, update, delete, restore. Another user's
 * row is not found.
 */
export function addOwnEntity<
  Table extends SQLiteTable,
  Key extends string,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
>(
  api: OpenAPIHono<ApiEnv>,
  { entity, owned, ...functions }: ApiOwnEntity<Table, Key, Row, Fields, NewFields>,
): void {
  const plural: string = PERSONAL_ENTITIES[entity];
  addOwnedRowOperations(api, functions, {
    entity,
    plural,
    at: { path: `/${plural}`, parameter: "id" },
    permission: `${entity}:own`,
    restorer: "Its owner",
    async rowsFor(c) {
      const own = await ownRows(c, owned);
      return { read: (query) => query(own.rows), toWrite: async () => own };
    },
  });
}

/** The rows of a table that belong to the token's owner. Operations see no others. */
export const ownRows = async <Table extends SQLiteTable, Key extends string>(
  c: Context<ApiEnv>,
  owned: Owned<Table, Key>,
): Promise<OwnRows<Table, Key>> => rowsOf(owned, (await c.env.context.get(viewerContext)).id);

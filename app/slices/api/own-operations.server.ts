import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { viewerContext } from "#app/context.ts";
import { type Owned, type OwnRows, rowsOf } from "#app/core/db/owned.ts";
import { PERSONAL_ENTITIES, type PersonalEntity } from "#app/entities.ts";
import type { ApiEnv } from "./env.ts";
import { addOwnedRowOperations, type OwnedRowFunctions } from "./owned-row-operations.server.ts";

/** An entity of which the API reads, adds, changes and deletes what belongs to the token's owner, as their pages do. */
export interface ApiOwnEntity<
  Table extends SQLiteTable,
  Key extends string,
  Shown extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> extends OwnedRowFunctions<Table, Key, Shown, Fields, NewFields> {
  entity: PersonalEntity;
  /** Its table. */
  owned: Owned<Table, Key>;
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
  { entity, owned, ...functions }: ApiOwnEntity<Table, Key, Shown, Fields, NewFields>,
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

/** The rows of an owned table that belong to the owner of the token: all that an operation gets of it. */
export const ownRows = async <Table extends SQLiteTable, Key extends string>(
  c: Context<ApiEnv>,
  owned: Owned<Table, Key>,
): Promise<OwnRows<Table, Key>> => rowsOf(owned, (await c.env.context.get(viewerContext)).id);

import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import type { FieldValues, Written } from "#app/core/db/written.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { restoreOwnRow } from "#app/identity/write/restore-rows.server.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import type { Permission } from "#app/permissions.ts";
import type { ApiEnv } from "./env.ts";
import type { RowPath } from "./operation.server.ts";
import { addRestoreOperation } from "./restore-operation.server.ts";
import { addRowOperations, type DescribedRows } from "./row-operations.server.ts";

/**
 * The functions that read and write rows that have an owner. The pages use the same functions. They see only
 * the owner's rows.
 */
export interface OwnedRowFunctions<
  Table extends SQLiteTable,
  Key extends string,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> extends DescribedRows<Row, Fields, NewFields> {
  /** @param c the request's context */
  find: (
    db: Database,
    rows: OwnRows<Table, Key>["rows"],
    id: string,
    c: Context<ApiEnv>,
  ) => Promise<Row | null>;
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
    change: z.output<Fields> & { original: FieldValues; restore: boolean },
    actor: Actor,
  ) => Promise<Written>;
  remove: (
    db: Database,
    own: OwnRows<Table, Key>,
    id: string,
    actor: Actor,
    original?: FieldValues,
  ) => Promise<Written>;
}

/**
 * The caller's rows, for one call of an operation. Both functions throw the refusal if the caller may not read or write
 * them.
 */
export interface CallersRows<Table extends SQLiteTable, Key extends string> {
  read: <Result>(query: (rows: OwnRows<Table, Key>["rows"]) => Promise<Result>) => Promise<Result>;
  toWrite: (actor: Actor) => Promise<OwnRows<Table, Key>>;
}

/** The path of the rows, and who may use them. */
interface Placed<Table extends SQLiteTable, Key extends string> {
  entity: OwnedEntity;
  /** The plural name of the rows: "trips". */
  plural: string;
  at: RowPath;
  /** The permission to use the rows. Null: `rowsFor` decides. */
  permission: Permission | null;
  /** `bound` and `keys` have the same meaning as in {@link operation}. */
  bound?: true;
  keys?: true;
  /** Who can restore a deleted row: "Its owner". */
  restorer: string;
  rowsFor: (c: Context<ApiEnv>) => Promise<CallersRows<Table, Key>>;
}

/** Adds the operations on a single row that has an owner: read, create, update, delete, restore. */
export function addOwnedRowOperations<
  Table extends SQLiteTable,
  Key extends string,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
>(
  api: OpenAPIHono<ApiEnv>,
  { find, create, update, remove, ...described }: OwnedRowFunctions<Table, Key, Row, Fields, NewFields>,
  { permission, restorer, rowsFor, ...placed }: Placed<Table, Key>,
): void {
  const { entity } = placed;
  // A row may have columns that only pages show. Parsing the row leaves them out of the response.
  const finder =
    (c: Context<ApiEnv>, db: Database, { read }: CallersRows<Table, Key>) =>
    async (id: string) => {
      const row = await read((rows) => find(db, rows, id, c));
      return row && described.responseSchema.parse(row);
    };

  addRowOperations(api, {
    ...described,
    ...placed,
    permissions: { read: permission, create: permission, update: permission, delete: permission },
    restorable: `${restorer} can restore it for 30 days, with restore${described.name} or on a page.`,
    async functionsFor(c) {
      const db = c.env.context.get(dbContext);
      const rows = await rowsFor(c);
      return {
        find: finder(c, db, rows),
        create: async (row, actor) => create(db, await rows.toWrite(actor), row, actor),
        update: async (id, change, actor) => update(db, await rows.toWrite(actor), id, change, actor),
        remove: async (id, actor, original) => remove(db, await rows.toWrite(actor), id, actor, original),
      };
    },
  });

  addRestoreOperation(api, {
    ...described,
    ...placed,
    permission,
    async functionsFor(c) {
      const db = c.env.context.get(dbContext);
      const rows = await rowsFor(c);
      return {
        find: finder(c, db, rows),
        restore: async (id, actor) => restoreOwnRow(db, await rows.toWrite(actor), { entity, id }, actor),
      };
    },
  });
}

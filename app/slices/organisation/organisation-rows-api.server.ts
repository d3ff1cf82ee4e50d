import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import type { OwnRows } from "#app/core/db/owned.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { ORGANISATION_ENTITIES, type OrganisationEntity } from "#app/owned-entities.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import {
  addOwnedRowOperations,
  type CallersRows,
  type OwnedRowFunctions,
} from "#app/slices/api/owned-row-operations.server.ts";
import { type OfOrganisation, rowsIn, rowsOfOrganisation } from "./owned-by-organisation.ts";
import { findPlace, mayStillAt, organisationIfPlaced, type Place, requirePlace } from "./place.server.ts";

// The rows of an organisation in the API, for the tokens of its members, and for its own keys. To write them, a
// member's role needs "<name>:write".

/** An entity whose rows belong to organisations. The API reads, creates, updates and deletes them, as the pages do. */
export interface ApiOrganisationEntity<
  Table extends SQLiteTable,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> extends OwnedRowFunctions<Table, "organisationId", Row, Fields, NewFields> {
  entity: OrganisationEntity;
  /** The entity's table. */
  owned: OfOrganisation<Table>;
}

/**
 * Adds the operations on a single row of an organisation: read, create, update, delete, restore. The row of another
 * organisation is not found.
 */
export function addOrganisationEntity<
  Table extends SQLiteTable,
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
>(
  api: OpenAPIHono<ApiEnv>,
  { entity, owned, ...functions }: ApiOrganisationEntity<Table, Row, Fields, NewFields>,
): void {
  const plural: string = ORGANISATION_ENTITIES[entity];
  addOwnedRowOperations(api, functions, {
    entity,
    plural,
    at: { path: `/organisations/{id}/${plural}`, parameter: `${entity}Id` },
    permission: null,
    bound: true,
    keys: true,
    restorer: "A member who may write",
    rowsFor: (c) => organisationRows(c, entity, owned),
  });
}

/**
 * The rows of an organisation. `read` also returns the query for the organisation's id, which finds nothing for a
 * caller without access.
 */
interface RowsAtOrganisation<Table extends SQLiteTable> extends CallersRows<Table, "organisationId"> {
  read<Result>(
    query: (
      rows: OwnRows<Table, "organisationId">["rows"],
      organisationId: SQL<string>,
    ) => PromiseLike<Result>,
  ): Promise<Result>;
}

/** The rows of the organisation in a request's path. One round trip both reads them and checks the caller. */
export async function organisationRows<Table extends SQLiteTable>(
  c: Context<ApiEnv>,
  entity: OrganisationEntity,
  owned: OfOrganisation<Table>,
): Promise<RowsAtOrganisation<Table>> {
  const { context } = c.env;
  const organisationId = c.req.param("id") ?? "";
  const permission = `${entity}:write` as const;
  const needed = isSafe(c.req.raw) ? null : permission;
  const ifPlaced = await organisationIfPlaced(context, organisationId);
  const rows = rowsIn(owned, ifPlaced);
  let asked: Promise<Place | null> | undefined;
  // This runs once for each request. Writes check the membership again themselves.
  const place = () => {
    asked ??= findPlace(context, organisationId);
    return asked;
  };
  return {
    async read(query) {
      // Both queries are awaited before a refusal, because response times must not reveal which organisations exist.
      const [found, result] = await Promise.all([place(), query(rows, ifPlaced)]);
      requirePlace(context, found, needed);
      return result;
    },
    async toWrite(actor): Promise<OwnRows<Table, "organisationId">> {
      const found = requirePlace(context, await place(), needed);
      return rowsOfOrganisation(owned, organisationId, mayStillAt(context, actor, found, permission));
    },
  };
}

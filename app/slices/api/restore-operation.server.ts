import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Refused } from "#app/core/db/written.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import type { Permission } from "#app/permissions.ts";
import { entityTag } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { operation, parametersOfOne, type RowPath, tagHeader } from "./operation.server.ts";
import { ApiProblem } from "./problem.server.ts";
import { tagOf } from "./row-operations.server.ts";
import { requireWritten } from "./written.server.ts";

/** Rows that a caller can restore. */
interface RestorableRows<Row extends { id: string }> {
  /** The singular name of the rows: "trip". */
  entity: string;
  /** The plural name of the rows: "trips". */
  plural: string;
  at: RowPath;
  /** The name for operations: "Trip". */
  name: string;
  /** The response to a read. */
  responseSchema: z.ZodType<Row>;
  /** The permission for the operation. Null: the functions decide. */
  permission: Permission | null;
  /** `bound` and `keys` have the same meaning as in {@link operation}. */
  bound?: true;
  keys?: true;
  /** The functions, limited to the rows that the caller may see. */
  functionsFor: (c: Context<ApiEnv>) => Promise<{
    find: (id: string) => Promise<Row | null>;
    restore: (id: string, actor: Actor) => Promise<{ ok: true; id: string } | Refused>;
  }>;
}

/** Adds the operation that restores a deleted row. */
export function addRestoreOperation<Row extends { id: string }>(
  api: OpenAPIHono<ApiEnv>,
  { entity, plural, at, name, responseSchema, permission, bound, keys, functionsFor }: RestorableRows<Row>,
): void {
  const restore = operation({
    id: `restore${name}`,
    tag: tagOf(plural),
    summary: `Restore a deleted ${entity}`,
    description:
      "For 30 days, whether a program or a page deleted it. Idempotent: one that was not deleted stays as it is.",
    method: "post",
    path: `${at.path}/{${at.parameter}}/restore`,
    scopes: ["write"],
    permission,
    ...(bound && { bound }),
    ...(keys && { keys }),
    request: { params: parametersOfOne(at) },
    refusals: [409],
    responses: {
      200: {
        description: `The ${entity}, as it was.`,
        content: { "application/json": { schema: responseSchema } },
        headers: tagHeader,
      },
    },
  });
  // The compiler can't check the type of the response here: see addRowOperations().
  const handle = async (c: Context<ApiEnv>) => {
    const { find, restore } = await functionsFor(c);
    const actor = await currentActor(c.env.context);
    const restored = await restore(c.req.param(at.parameter) ?? "", actor);
    const row = await find(await requireWritten(c, restored));
    if (!row) throw new ApiProblem("NOT_FOUND");
    c.header("ETag", await entityTag(row));
    return c.json(row, 200);
  };
  api.openapi(restore, handle as never);
}

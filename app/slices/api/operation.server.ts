import { createRoute, type RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { MAX_CURSOR_LENGTH } from "#app/core/lists/cursor.ts";
import { RAISED } from "#app/error-codes.ts";
import type { Permission } from "#app/permissions.ts";
import type { Scope } from "#app/scopes.ts";
import { authorizeToken } from "./authorize-token.server.ts";
import { namesState } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { idempotent } from "./idempotency.server.ts";
import { ApiProblem } from "./problem.server.ts";

/** The body of an error response (RFC 9457). */
const problemSchema = z
  .object({
    type: z.literal("about:blank"),
    title: z.string().openapi({ description: "The name of the status.", example: "Not Found" }),
    status: z.int().openapi({ example: 404 }),
    detail: z.string().openapi({ description: "What is wrong, in the language of Accept-Language." }),
    code: z
      .enum(Object.keys(RAISED))
      .openapi({ description: "What is wrong, for programs.", example: "NOT_FOUND" }),
    requestId: z.uuid().openapi({ description: "Identifies the request, for support." }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: "The errors of each field." }),
    current: z.unknown().optional().openapi({ description: "The current state of the row (412)." }),
  })
  .openapi("Problem");

/** What each status of an error response means. */
const REFUSALS = {
  400: "The request is malformed: invalid JSON, a body that is not UTF-8, or a parameter value that isn't allowed, for example.",
  401: "The access token is missing, invalid, expired or revoked.",
  403: "The token does not have the scope, or its owner's role does not have the permission. In the demo: every change.",
  404: "Nothing has this URL, or the cursor belongs to another list or order.",
  405: "The path does not support this method. `Allow` lists those that it supports.",
  408: "The body took too long to arrive.",
  409: "The current state does not allow it: a title is already taken, for example.",
  412: "The row has changed since it had the `ETag` in `If-Match`, or it no longer exists.",
  413: "The body is larger than 64 KB or, for a file, than its operation says.",
  415: "The body is not of a media type that the operation takes, names another charset than UTF-8, or is compressed.",
  422: "Some fields are not valid.",
  429: "Too many requests from this network or with this token. `Retry-After` says how many seconds to wait.",
  500: "An error on our side. The request id helps to find it.",
} as const;

type Refusal = keyof typeof REFUSALS;

/** The error responses that every operation can have. */
const ALWAYS: Refusal[] = [401, 403, 404, 429, 500];
/** The error responses that every request with a body can have. */
const OF_BODY: Refusal[] = [400, 408, 413];

/**
 * The charset of a media type. JSON is always UTF-8 (RFC 8259, section 8.1) and needs none, but many clients send it.
 */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/**
 * Refuses a request without a body, which the validator would read as an empty object, and a body that is not plain
 * UTF-8, whose characters would be stored incorrectly.
 */
const requireBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const [, charset = "utf-8"] = CHARSET.exec(c.req.header("Content-Type") ?? "") ?? [];
  const encoding = c.req.header("Content-Encoding") ?? "identity";
  if (charset.toLowerCase() !== "utf-8" || encoding.trim().toLowerCase() !== "identity") {
    throw new ApiProblem("UNSUPPORTED_MEDIA_TYPE");
  }
  const body = await c.req.arrayBuffer();
  if (body.byteLength === 0 || !isUtf8(body)) throw new ApiProblem("INVALID_REQUEST");
  return next();
};

/** Refuses If-Match where there is no ETag to compare it with. Ignoring it would leave the caller unprotected. */
const refuseMatch: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (namesState(c)) throw new ApiProblem("PRECONDITION_FAILED");
  return next();
};

function isUtf8(bytes: ArrayBuffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** One operation of the API. */
interface Operation extends Pick<RouteConfig, "method" | "path" | "request" | "responses"> {
  /** The name of the operation for generated clients: "listBooks". */
  id: string;
  /** The heading of the operation in the document: "Books". */
  tag: string;
  summary: string;
  description?: string;
  /** The scopes that the token must have. */
  scopes: readonly Scope[];
  /** The permission that the role of the token's owner must have. Null: any owner may do this with their own rows. */
  permission: Permission | null;
  /**
   * Whether a token that is bound to an organisation is accepted. The handler then limits itself to that organisation.
   */
  bound?: true;
  /**
   * Whether an organisation's key is accepted. If so, the handler must not ask for a viewer: it finds the
   * caller's access with organisation/place.server.ts, which accepts members and keys.
   */
  keys?: true;
  /** The operation's own error responses, in addition to those of every operation. */
  refusals: Refusal[];
}

/**
 * Describes an operation once: its parameters and responses, who may call it, and its error responses. The access check
 * is built from this description, so the two can't differ.
 */
export function operation<const Given extends Operation>({
  id,
  tag,
  scopes,
  permission,
  bound,
  keys,
  refusals,
  responses,
  ...route
}: Given) {
  const isChange = route.method !== "get";
  const needs = { scopes, permission, bound: bound === true, keys: keys === true };
  const refused = Object.fromEntries(
    [...new Set([...ALWAYS, ...(isChange ? [...OF_BODY, 412 as const] : []), ...refusals])].map((status) => [
      status,
      {
        description: REFUSALS[status],
        content: { "application/problem+json": { schema: problemSchema } },
        ...(status === 429 && { headers: z.object({ "Retry-After": z.string() }) }),
        ...(status === 401 && { headers: z.object({ "WWW-Authenticate": z.string() }) }),
      },
    ]),
  );
  return createRoute({
    ...route,
    operationId: id,
    tags: [tag],
    security: [{ accessToken: [...scopes] }],
    ...(permission && { "x-permission": permission }),
    middleware: !isChange
      ? [authorizeToken(needs)]
      : [
          authorizeToken(needs),
          ...(refusals.includes(412) ? [] : [refuseMatch]),
          ...(route.request?.body?.content["application/json"] ? [requireBody] : []),
          ...(route.method === "post" ? [idempotent] : []),
        ],
    responses: { ...refused, ...responses } as Given["responses"],
  });
}

/** The schema of a page of a list. @param item the schema of an item */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.url().nullable().openapi({ description: "The next page; null on the last one." }),
  });

/** The parameter of every list that has pages. */
export const after = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .optional()
  .openapi({ description: "Where the page begins: the cursor in `next` of the previous page." });

/** A path parameter that names a row. */
const rowId = (name: string) =>
  z
    .string()
    .max(100)
    .openapi({ param: { name, in: "path" }, description: "The id of the row." });

/** The path parameter of most rows. */
export const idParameter = z.object({ id: rowId("id") });

/** The path of the rows in the API. */
export interface RowPath {
  /** The path of all rows: "/books", or "/organisations/{id}/tasks". */
  path: string;
  /** The path parameter that names a row: "id", or "taskId". */
  parameter: string;
}

/** The path parameters of a list of rows: the id of their owner, if the path has one. */
export const parametersOfAll = ({ path }: RowPath): z.ZodObject =>
  path.includes("{id}") ? idParameter : z.object({});

/** The path parameters of a single row. */
export const parametersOfOne = (at: RowPath): z.ZodObject =>
  parametersOfAll(at).extend({ [at.parameter]: rowId(at.parameter) });

/** A point in time, in UTC. */
export const time = z.iso.datetime().openapi({ example: "2026-11-21T09:30:00.000Z" });

/** A time from the database as ISO 8601. @param milliseconds since 1970 */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Like {@link iso}, but null stays null. */
export const isoOrNull = (milliseconds: number | null) => (milliseconds === null ? null : iso(milliseconds));

/** The ETag header of a response whose row can be changed. */
export const tagHeader = z.object({
  ETag: z.string().openapi({ description: "Identifies this state, for If-Match." }),
});

/** The headers of the response to a POST that created a row. */
export const createdHeaders = tagHeader.extend({
  Location: z.url().openapi({ description: "The URL of the new resource." }),
  "Idempotency-Replayed": z.literal("true").optional().openapi({
    description: "Set if the response repeats that of an earlier request.",
  }),
});

/** The If-None-Match header of a read. */
export const ifNoneMatch = z.object({
  "if-none-match": z.string().optional().openapi({
    description:
      "The ETag of the state that the caller has, or * for any. If it is still current, the response is 304, without a body.",
  }),
});

/** The response to a read whose If-None-Match names the current state. */
export const notModified = { 304: { description: "If-None-Match names the current state." } };

/** The If-Match header of a request that changes a row. */
export const ifMatch = z.object({
  "if-match": z.string().optional().openapi({
    description:
      "The ETag of the state that the caller has seen, or * for any. If the state has changed since, the request is refused.",
  }),
});

/** The Idempotency-Key header of a POST. */
export const idempotencyKey = z.object({
  "idempotency-key": z.string().max(255).optional().openapi({
    description:
      "Any text that identifies this request. If it is sent again with the same body, the response is the same.",
  }),
});

/** A JSON body. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});

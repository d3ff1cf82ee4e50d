import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, i18nContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { operation, parametersOfOne, type RowPath } from "#app/slices/api/operation.server.ts";
import { ApiProblem } from "#app/slices/api/problem.server.ts";
import { tagOf } from "#app/slices/api/row-operations.server.ts";
import { problemOf } from "#app/slices/api/written.server.ts";
import type { FileKind, FileOwner } from "./file-kind.ts";
import { readRawPart } from "./raw-part.server.ts";
import { limitOf, removeFile, saveFile } from "./save-file.server.ts";

/** A kind of file that programs can send for a row. */
interface ApiFile {
  /** The plural name of the rows: "books". */
  plural: string;
  at: RowPath;
  /** The name for operations: "BookCover". */
  name: string;
  /** The name of the file's field in the response to a read, and the last part of its path: "cover". */
  field: string;
  kind: FileKind;
  /** The permission for the operations. Null: `ownerOf` decides. */
  permission: Permission | null;
  /** Whether a token that is bound to an organisation is accepted, as in `operation()`. */
  bound?: true;
  /** The row with the file, and who may change it. @throws a 404 response if the caller has no such row */
  ownerOf: (c: Context<ApiEnv>, id: string) => Promise<FileOwner>;
}

/**
 * Adds the operations that send and remove a file of a row. A file has to pass the same checks as in a form. The path
 * of the file is in `uploads` of the slice (app/core/http/uploads.ts).
 */
export function addFileOperations(
  api: OpenAPIHono<ApiEnv>,
  { plural, at, name, field, kind, permission, bound, ownerOf }: ApiFile,
): void {
  const described = {
    tag: tagOf(plural),
    path: `${at.path}/{${at.parameter}}/${field}`,
    scopes: ["write"] as const,
    permission,
    ...(bound && { bound }),
  };
  const params = parametersOfOne(at);
  const idOf = (c: Context<ApiEnv>) => c.req.param(at.parameter) ?? "";
  const schema = z.string().openapi({ format: "binary" });

  const send = operation({
    ...described,
    id: `send${name}`,
    summary: `Send the ${field}`,
    description: `The body is the file, of ${kind.maxMegabytes} MB at most. It replaces the present one. Content-Disposition may give its name.`,
    method: "put",
    request: {
      params,
      body: { required: true, content: Object.fromEntries(kind.types.map((type) => [type, { schema }])) },
    },
    refusals: [409, 415, 422],
    responses: { 204: { description: "It is stored." } },
  });
  const remove = operation({
    ...described,
    id: `remove${name}`,
    summary: `Remove the ${field}`,
    description: "It can be sent again, with the same result.",
    method: "delete",
    request: { params },
    refusals: [409],
    responses: { 204: { description: "It is removed." } },
  });

  api.openapi(send, async (c) => {
    const { context } = c.env;
    limitOf(context, kind);
    const owner = await ownerOf(c, idOf(c));
    requireFile(c.req.raw, kind);
    const saved = await saveFile({ request: c.req.raw, context }, kind, owner, readRawPart);
    if (saved.ok) return c.body(null, 204);
    if ("failed" in saved) throw new ApiProblem("UNKNOWN_ERROR");
    if ("code" in saved) throw await problemOf(c, saved);
    if (saved.message === "upload:errors.missing") throw new ApiProblem("INVALID_REQUEST");
    const message = context.get(i18nContext).t(saved.message, saved.values ?? {});
    const code = saved.status === 413 ? "PAYLOAD_TOO_LARGE" : "INVALID_FIELDS";
    throw new ApiProblem(code, { errors: [{ field, message }] });
  });

  api.openapi(remove, async (c) => {
    const { context } = c.env;
    limitOf(context, kind);
    const owner = await ownerOf(c, idOf(c));
    const actor = await currentActor(context);
    const removed = await removeFile(context.get(dbContext), kind, owner, actor);
    if (!removed.ok) throw await problemOf(c, removed);
    return c.body(null, 204);
  });
}

/**
 *
 * @throws an ApiProblem if a request has no body, or names a media type that is not accepted. Later, the first bytes of
 *   the body decide
 */
function requireFile({ body, headers }: Request, { types }: FileKind): void {
  if (!body || headers.get("Content-Length") === "0") throw new ApiProblem("INVALID_REQUEST");
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";");
  if (!types.includes(type.trim().toLowerCase()) || headers.has("Content-Encoding")) {
    throw new ApiProblem("UNSUPPORTED_MEDIA_TYPE");
  }
}

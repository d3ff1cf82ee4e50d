import { API_PATH } from "#app/core/http/api-path.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { ENTITIES } from "#app/entities.ts";
import type { Scope } from "#app/scopes.ts";
import type { ApiCaller } from "./api-caller.ts";
import { type DescribedOperation, isOwn } from "./api-document.ts";
import { API_ROWS } from "./api-rows.ts";
import { addAccessToken } from "./api-tokens.ts";
import { addSession, addUser } from "./people.ts";
import { pictureFile } from "./upload-files.ts";
import type { TestWorker } from "./worker.ts";

// Requests that are generated from the API document, so that a product's own operations are called, too.

interface BodySchema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  properties?: Record<string, BodySchema>;
  required?: string[];
}

/** The path of an operation below /api/v1: "/users/{id}". */
export const pathOf = ({ path }: DescribedOperation) => path.slice(API_PATH.length);

/**
 * Adds the rows that an operation's path names, and fills in their ids.
 * @returns the path
 * @param caller a program that may add rows
 * @param owner the owner of an owned row; by default, the caller
 */
export async function filledPath(
  operation: DescribedOperation,
  operations: DescribedOperation[],
  caller: ApiCaller,
  owner: ApiCaller = caller,
): Promise<string> {
  const path = pathOf(operation);
  if (!path.includes("{id}")) return path;
  const { worker } = caller;
  if (path.startsWith("/users/")) {
    // Only a ban that is in force can be lifted.
    const user = await addUser(worker, operation.operationId === "unbanUser" ? { bannedAt: 1 } : {});
    const { sessionId } = await addSession(worker, user);
    return path.replace("{id}", user.id).replace("{sessionId}", sessionId);
  }
  const rows = API_ROWS.find(({ prefix }) => path.startsWith(prefix));
  const filled = rows ? await rows.fill(worker, path, owner.owner.id) : path;
  // A remaining parameter names a row that another operation can add.
  const [, parameter] = /\/\{(\w+)\}/.exec(filled) ?? [];
  if (parameter === undefined) return filled;
  const [described, list] = [path, filled].map((one) => one.split(`/{${parameter}}`)[0] as string);
  const create = operations.find((other) => other.method === "post" && pathOf(other) === described);
  if (!create) throw new Error(`No operation adds a row for ${operation.operationId}`);
  const adds = rows || isOwn(create) ? await owner.another(["write"]) : caller;
  const response = await adds.call(list as string, { method: "POST", json: await validBody(create, worker) });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`${create.operationId} adds no row: ${response.status}`);
  // Only a deleted row can be restored.
  if (path.endsWith("/restore")) await adds.call(`${list}/${id}`, { method: "DELETE" });
  const target = filled.replace(`{${parameter}}`, id);
  // Only a file that was uploaded can be removed.
  const send = operations.find((other) => pathOf(other) === path && takesFile(other));
  if (send && operation.method === "delete")
    await adds.call(target, { method: "PUT", ...(await validCall(send, worker)) });
  return target;
}

/**
 * The program that can call an operation: the given one, or another of the same owner with the kind of token that the
 * operation requires.
 */
export async function callerOf(operation: DescribedOperation, caller: ApiCaller): Promise<ApiCaller> {
  const path = pathOf(operation);
  const bind = API_ROWS.find(({ bound }) => bound[path])?.bound[path];
  if (!bind) return caller;
  const { worker, owner } = caller;
  const scopes = (operation.security[0]?.accessToken ?? []) as Scope[];
  const membershipId = await bind(worker, owner.id);
  return caller.with((await addAccessToken(worker, owner.id, { scopes, membershipId })).text);
}

/** The picture that is sent to operations on files. */
const PICTURE = { file: "plain.png", type: "image/png" };

/** Whether an operation receives a file. */
const takesFile = ({ requestBody }: DescribedOperation): boolean =>
  requestBody?.content !== undefined && !requestBody.content["application/json"];

/**
 * Whether an operation removes a file. Its request has no body, but its path accepts files (core/http/uploads), so no
 * body is read in advance.
 */
export const removesFile = (operation: DescribedOperation, operations: DescribedOperation[]): boolean =>
  operation.method === "delete" &&
  operations.some((other) => pathOf(other) === pathOf(operation) && takesFile(other));

/** A valid call of an operation. */
export async function validCall(
  operation: DescribedOperation,
  worker: TestWorker,
): Promise<{ json?: unknown; body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> }> {
  if (takesFile(operation))
    return { body: pictureFile(PICTURE.file), headers: { "Content-Type": PICTURE.type } };
  const json = await validBody(operation, worker);
  return json ? { json } : {};
}

/**
 * A body that an operation accepts: its required fields, or one field if none is required; undefined if the operation
 * has no body.
 */
export async function validBody(
  { requestBody }: DescribedOperation,
  worker: TestWorker,
): Promise<Record<string, unknown> | undefined> {
  if (!requestBody) return undefined;
  const { properties = {}, required = [] } = (requestBody.content?.["application/json"]?.schema ??
    {}) as BodySchema;
  // A change requires no field, but must change something. This picks a text, because only samples of texts differ each
  // time.
  const names = Object.keys(properties);
  const isText = ({ type = [], enum: choices, format }: BodySchema = {}) =>
    [type].flat().includes("string") && !choices && !format;
  const changed = names.find((name) => isText(properties[name])) ?? names[0];
  const fields = required.length > 0 || !changed ? required : [changed];
  const values = fields.map(async (field) => [field, await valueFor(field, properties[field] ?? {}, worker)]);
  return Object.fromEntries(await Promise.all(values));
}

/** The ids of the rows to which fields have referred so far. */
const referred = new Set<unknown>();

async function valueFor(field: string, schema: BodySchema, { d1 }: TestWorker): Promise<unknown> {
  const types = [schema.type ?? []].flat();
  if (schema.enum) return schema.enum.at(-1);
  if (schema.format === "date-time") return new Date(Date.now() + HOUR).toISOString();
  if (schema.format === "date") return "2026-01-31";
  if (types.includes("integer") || types.includes("number")) return 3;
  if (types.includes("boolean")) return true;
  if (field === "email") return `${crypto.randomUUID()}@example.com`;
  const [, entity] = /^(\w+)Id$/.exec(field) ?? [];
  const table = entity && new Map<string, string>(Object.entries(ENTITIES)).get(entity);
  if (table) {
    // A different row each time, if there are enough, because a user may have each of them only once.
    const others = `(SELECT value FROM json_each(?))`;
    const id =
      (await d1
        .prepare(`SELECT id FROM ${table} WHERE id NOT IN ${others} LIMIT 1`)
        .bind(JSON.stringify([...referred]))
        .first("id")) ?? (await d1.prepare(`SELECT id FROM ${table} LIMIT 1`).first("id"));
    referred.add(id);
    return id;
  }
  return `Sample ${crypto.randomUUID()}`.slice(0, schema.maxLength);
}

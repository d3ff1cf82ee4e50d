import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { i18nContext } from "#app/context.ts";
import type { FieldValues, Written } from "#app/core/db/written.ts";
import { API_PATH } from "#app/core/http/api-path.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import type { Permission } from "#app/permissions.ts";
import { entityTag, requireMatch, respondToRead, seenBy } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { fieldProblems } from "./field-problems.server.ts";
import { newIdFor } from "./idempotency.server.ts";
import {
  createdHeaders,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  jsonBody,
  notModified,
  operation,
  parametersOfAll,
  parametersOfOne,
  type RowPath,
  tagHeader,
} from "./operation.server.ts";
import { ApiProblem } from "./problem.server.ts";
import { requireWritten, sentFields } from "./written.server.ts";

/** Describes the operations on single rows. */
export interface DescribedRows<
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
> {
  /** The name for operations and schemas: "Book". */
  name: string;
  /** The response to a read. */
  responseSchema: z.ZodType<Row>;
  /** The fields of the form that changes a row, without the fields that only forms need. */
  fields: Fields;
  /** The fields of the form that adds a row, without the fields that only forms need. */
  newFields: NewFields;
  /** The values of a row's fields. */
  fieldsOf: (row: Row) => z.output<Fields> & FieldValues;
}

/** Makes a `fieldsOf` for rows whose columns have the same names as the fields of the form. */
export const fieldsIn =
  <Fields extends z.ZodObject>({ shape }: Fields) =>
  (row: z.output<Fields>) =>
    Object.fromEntries(Object.keys(shape).map((field) => [field, row[field]])) as z.output<Fields> &
      FieldValues;

/** The functions that the pages use, too, limited to the rows that the caller may see. */
interface RowFunctions<Row, Fields extends z.ZodObject, NewFields extends z.ZodObject> {
  /** Finds a row, in the form in which reads return it, or null. */
  find: (id: string) => Promise<Row | null>;
  create: (row: z.output<NewFields> & { id: string }, actor: Actor) => Promise<Written>;
  /** Updates a row if it still has the values in `original`. */
  update: (
    id: string,
    change: z.output<Fields> & { original: FieldValues; restore: boolean },
    actor: Actor,
  ) => Promise<Written>;
  /**
   * Deletes a row. With `original`, it must still have these values: a row with other values counts as
   * missing.
   */
  remove: (id: string, actor: Actor, original?: FieldValues) => Promise<Written>;
}

interface ApiRows<Row extends { id: string }, Fields extends z.ZodObject, NewFields extends z.ZodObject>
  extends DescribedRows<Row, Fields, NewFields> {
  /** The singular name of the rows: "book". */
  entity: string;
  /** The plural name of the rows: "books". */
  plural: string;
  at: RowPath;
  /** The permission that each operation needs. Null: the functions decide. */
  permissions: Record<"read" | "create" | "update" | "delete", Permission | null>;
  /** `bound` and `keys` have the same meaning as in {@link operation}. */
  bound?: true;
  keys?: true;
  /** Says how a deleted row can be restored. */
  restorable: string;
  /** The functions, limited to the rows that the caller may see. */
  functionsFor: (c: Context<ApiEnv>) => Promise<RowFunctions<Row, Fields, NewFields>>;
}

/** The heading of the operations in the document: "Books". */
export const tagOf = (plural: string): string => plural.charAt(0).toUpperCase() + plural.slice(1);

/**
 * The body of a PATCH: some of the fields. Rules that compare fields can't be checked on some of them alone;
 * {@link requireRules} checks them.
 */
const partOf = ({ shape }: z.ZodObject) => z.strictObject(shape).partial();

/**
 * Checks the rules that compare fields, for a row as it would be after a change.
 * @throws an ApiProblem if one refuses it
 */
function requireRules(c: Context<ApiEnv>, fields: z.ZodObject, changed: Record<string, unknown>): void {
  if (!fields.def.checks?.length) return;
  const { error } = fields.safeParse(changed);
  if (!error) return;
  const errors = fieldProblems(c.env.context.get(i18nContext), error.issues, changed);
  throw new ApiProblem("INVALID_FIELDS", { errors });
}

/** Adds the operations on a single row: read, create, update, delete. */
export function addRowOperations<
  Row extends { id: string },
  Fields extends z.ZodObject,
  NewFields extends z.ZodObject,
>(api: OpenAPIHono<ApiEnv>, given: ApiRows<Row, Fields, NewFields>): void {
  const { entity, plural, at, name, responseSchema, fields, newFields, permissions, fieldsOf, functionsFor } =
    given;
  const tag = tagOf(plural);
  const { path, parameter } = at;
  const one = `${path}/{${parameter}}`;
  const params = parametersOfOne(at);
  const reach = { ...(given.bound && { bound: given.bound }), ...(given.keys && { keys: given.keys }) };
  const content = { "application/json": { schema: responseSchema } };
  const row = { 200: { description: `The ${entity}.`, content, headers: tagHeader } };

  const read = operation({
    id: `read${name}`,
    tag,
    summary: `Read a ${entity}`,
    method: "get",
    path: one,
    scopes: ["read"],
    permission: permissions.read,
    ...reach,
    request: { params, headers: ifNoneMatch },
    refusals: [],
    responses: { ...row, ...notModified },
  });
  const create = operation({
    id: `create${name}`,
    tag,
    summary: `Add a ${entity}`,
    method: "post",
    path,
    scopes: ["write"],
    permission: permissions.create,
    ...reach,
    request: { params: parametersOfAll(at), headers: idempotencyKey, body: jsonBody(newFields.strict()) },
    refusals: [409, 415, 422],
    responses: {
      201: {
        description: `The new ${entity}. Location is its URL.`,
        content,
        headers: createdHeaders,
      },
    },
  });
  const update = operation({
    id: `update${name}`,
    tag,
    summary: `Change a ${entity}`,
    description: "Fields that are not sent stay as they are.",
    method: "patch",
    path: one,
    scopes: ["write"],
    permission: permissions.update,
    ...reach,
    request: { params, headers: ifMatch, body: jsonBody(partOf(fields)) },
    refusals: [409, 412, 415, 422],
    responses: row,
  });
  const remove = operation({
    id: `delete${name}`,
    tag,
    summary: `Delete a ${entity}`,
    description: given.restorable,
    method: "delete",
    path: one,
    scopes: ["write"],
    permission: permissions.delete,
    ...reach,
    request: { params, headers: ifMatch },
    refusals: [409, 412],
    responses: { 204: { description: "It is deleted." } },
  });

  const existing = (row: Row | null): Row => {
    if (!row) throw new ApiProblem("NOT_FOUND");
    return row;
  };
  const idOf = (c: Context<ApiEnv>) => c.req.param(parameter) ?? "";
  const respond = async (c: Context<ApiEnv>, answered: Row, status: 200 | 201 = 200) => {
    c.header("ETag", await entityTag(answered));
    return c.json(answered, status);
  };
  // The schemas are type parameters here, so the compiler can't check the responses:
  // tests/integration/api-document.test.ts does.
  const register = (described: Parameters<typeof api.openapi>[0], handle: (c: Context<ApiEnv>) => unknown) =>
    api.openapi(described, handle as never);
  const bodyOf = <Body extends z.ZodType>(c: Context<ApiEnv>) =>
    c.req.valid("json" as never) as z.output<Body>;

  register(read, async (c) => {
    const { find } = await functionsFor(c);
    return respondToRead(c, existing(await find(idOf(c))));
  });

  register(create, async (c) => {
    const { find, create } = await functionsFor(c);
    const actor = await currentActor(c.env.context);
    const id = await requireWritten(
      c,
      await create({ ...bodyOf<NewFields>(c), id: await newIdFor(c) }, actor),
    );
    const listPath = path.replace("{id}", c.req.param("id") ?? "");
    c.header("Location", new URL(`${API_PATH}${listPath}/${id}`, c.req.url).href);
    return respond(c, (await find(id)) as Row, 201);
  });

  register(update, async (c) => {
    const { find, update } = await functionsFor(c);
    const actor = await currentActor(c.env.context);
    const current = existing(await find(idOf(c)));
    await requireMatch(c, current);
    const original = fieldsOf(current);
    const changed = { ...original, ...(await sentFields(c, bodyOf<Fields>(c))) };
    requireRules(c, fields, changed);
    const change = { ...changed, original, restore: false };
    const updated = await update(current.id, change, actor);
    await requireWritten(c, updated, { find: () => find(current.id) });
    return respond(c, existing(await find(current.id)));
  });

  register(remove, async (c) => {
    const { find, remove } = await functionsFor(c);
    const actor = await currentActor(c.env.context);
    const current = existing(await find(idOf(c)));
    await requireMatch(c, current);
    const removed = await remove(current.id, actor, seenBy(c, fieldsOf(current)));
    await requireWritten(c, removed, { find: () => find(current.id) });
    return c.body(null, 204);
  });
}

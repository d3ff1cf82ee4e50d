import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Permission } from "#app/permissions.ts";
import type { TestWorker } from "./worker.ts";

type Schema = Record<string, unknown>;

interface Content {
  content?: Record<string, { schema: Schema }>;
}

/** An operation, as the document describes it. */
export interface DescribedOperation {
  method: string;
  path: string;
  operationId: string;
  "x-permission"?: Permission;
  security: { accessToken: string[] }[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { headers?: Record<string, { required?: boolean }> }>;
}

/** Whether an operation is about what belongs to the owner of the token only. */
export const isOwn = ({ "x-permission": permission }: DescribedOperation): boolean =>
  permission?.endsWith(":own") ?? false;

/** Whether an operation adds a row. */
export const isCreate = ({ method, path }: DescribedOperation): boolean =>
  method === "post" && !path.includes("{");

/** The document that describes the API, and a check of answers against it. */
export interface ApiDocument {
  document: Schema;
  operations: DescribedOperation[];
  /** Why an answer is not one that the document allows for an operation; null if it is. */
  objection: (operation: DescribedOperation, response: Response) => Promise<string | null>;
}

/**
 * The same schema, but what it does not describe is not allowed: a column that pages need is no part of an answer by mistake. The
 * document itself stays open, so that programs don't break when an answer gets a property more.
 * @param isPart whether another schema adds to it: where it is used says then what else there may be
 */
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, isPart));
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part, name === "allOf")]);
  const isObject = ["$ref", "allOf", "properties"].some((name) => name in schema);
  return { ...Object.fromEntries(parts), ...(isObject && !isPart && { unevaluatedProperties: false }) };
}

/** Reads the document that a worker serves. */
export async function readApiDocument(worker: TestWorker): Promise<ApiDocument> {
  const response = await fetch(new URL("/api/v1/openapi.json", worker.url), {
    headers: { Connection: "close" },
  });
  const document = (await response.json()) as Schema & {
    paths: Record<string, Record<string, DescribedOperation>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closed(schema, true),
  ]);
  ajv.addSchema({ $id: "api", components: { schemas: Object.fromEntries(schemas) } });
  return {
    document,
    operations,
    async objection({ operationId, responses }, response) {
      const what = `${operationId}: ${response.status}`;
      const described = responses[response.status];
      if (!described) return `${what} is not described`;
      const promised = Object.entries(described.headers ?? {}).filter(([, { required }]) => required);
      const missing = promised.find(([name]) => !response.headers.has(name));
      if (missing) return `${what} has no ${missing[0]}`;
      const body = await response.text();
      if (!described.content) return body === "" ? null : `${what} has a body`;
      const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";");
      const schema = described.content[type]?.schema;
      if (!schema) return `${what} is ${type}`;
      const absolute = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"api#/'));
      const validate = ajv.compile(absolute);
      return validate(JSON.parse(body)) ? null : `${what} ${ajv.errorsText(validate.errors)} ${body}`;
    },
  };
}

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Permission } from "#app/permissions.ts";
import type { TestWorker } from "./worker.ts";

type Schema = Record<string, unknown>;

interface Content {
  content?: Record<string, { schema: Schema }>;
}

/** An operation in the document. */
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

/** Whether an operation is only about rows of the token's owner. */
export const isOwn = ({ "x-permission": permission }: DescribedOperation): boolean =>
  permission?.endsWith(":own") ?? false;

/** Whether an operation adds a row. */
export const isCreate = ({ method, path }: DescribedOperation): boolean =>
  method === "post" && !path.includes("{");

/** The API document, and a check of responses against it. */
export interface ApiDocument {
  document: Schema;
  operations: DescribedOperation[];
  /** Why the document does not allow this response of an operation; null if it does. */
  objection: (operation: DescribedOperation, response: Response) => Promise<string | null>;
}

/**
 * A copy of a schema that allows no additional properties, so that no column for pages gets into a response
 * by mistake. The document itself allows them, so that a new property breaks no program.
 * @param isPart whether another schema extends this one, and so lists the additional properties
 */
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, isPart));
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part, name === "allOf")]);
  const isObject = ["$ref", "allOf", "properties"].some((name) => name in schema);
  return { ...Object.fromEntries(parts), ...(isObject && !isPart && { unevaluatedProperties: false }) };
}

/** Reads the document of a worker. */
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

import { apiDocument } from "./api.server.ts";

/** A part of a schema of OpenAPI 3.1, as far as this product's schemas use it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  description?: string;
  maxLength?: number;
}

/** A parameter, or a field of what is sent or answered. */
export interface ReferenceField {
  name: string;
  /** Such as "string, 200 characters at most", "Genre" or "read | write". */
  type: string;
  required: boolean;
  description: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scopes: string[];
  parameters: ReferenceField[];
  body: ReferenceField[];
  answers: { status: string; description: string; fields: ReferenceField[] }[];
}

/** The operations of the API by what they are about, for people to read. */
export function apiReference(): { tag: string; operations: ReferenceOperation[] }[] {
  const { paths = {}, components } = apiDocument;
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  const resolve = (schema: Schema): Schema => schemas[nameOf(schema) ?? ""] ?? schema;
  const fieldsOf = (given: Schema | undefined): ReferenceField[] => {
    const { properties = {}, required = [] } = given ? resolve(given) : {};
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      type: typeOf(schema),
      required: required.includes(name),
      description: schema.description ?? "",
    }));
  };

  const groups = new Map<string, ReferenceOperation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0];
      const content = operation.requestBody?.content["application/json"];
      const described: ReferenceOperation = {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description ?? "",
        scopes: operation.security[0].accessToken,
        parameters: (operation.parameters ?? []).map(
          (parameter: { name: string; required?: boolean; description?: string; schema: Schema }) => ({
            name: parameter.name,
            type: typeOf(parameter.schema),
            required: parameter.required === true,
            description: parameter.description ?? parameter.schema.description ?? "",
          }),
        ),
        body: fieldsOf(content?.schema),
        answers: Object.entries(
          operation.responses as Record<
            string,
            { description: string; content?: Record<string, { schema: Schema }> }
          >,
        ).map(([status, { description, content }]) => ({
          status,
          description,
          // Every refusal has the same fields, described once.
          fields: status < "400" ? fieldsOf(content?.["application/json"]?.schema) : [],
        })),
      };
      groups.set(tag, [...(groups.get(tag) ?? []), described]);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

/** The name of the schema that one refers to. */
const nameOf = ({ $ref }: Schema) => $ref?.split("/").at(-1);

/** A schema in a few words. */
function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name) return name;
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).filter(Boolean).join(" & ");
  if (schema.items) return `${typeOf(schema.items)}[]`;
  const types = [schema.type ?? []].flat().join(" | ");
  const format = schema.format ? ` (${schema.format})` : "";
  return `${types}${format}${schema.maxLength ? `, ${schema.maxLength} characters at most` : ""}`;
}

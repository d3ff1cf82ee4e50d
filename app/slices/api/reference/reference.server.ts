import { apiDocument } from "#app/slices/api/api.server.ts";
import { bodyExampleOf, exampleOf, type Schema } from "./reference-examples.server.ts";

/** A parameter, or a field of a body or response. */
export interface ReferenceField {
  name: string;
  /** The type, such as "string, 200 characters at most", "Genre" or "read | write". */
  type: string;
  required: boolean;
  description: string;
}

/** An operation of the API, for the reference. */
export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scopes: string[];
  parameters: ReferenceField[];
  body: ReferenceField[];
  /** An example of the body, as JSON; null if there is none. */
  bodyExample: string | null;
  answers: { status: string; description: string; fields: ReferenceField[] }[];
  /** An example of the response, as JSON; null if it has no body. */
  answerExample: string | null;
}

/** The operations under one heading. */
interface ReferenceGroup {
  tag: string;
  operations: ReferenceOperation[];
}

/**
 * The operations of the API by heading, for people to read. With a term, it returns only the operations whose method,
 * path, description or fields contain every word of the term.
 */
export function apiReference(term: string): ReferenceGroup[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ answers, bodyExample, answerExample, ...operation }: ReferenceOperation, tag: string) => {
    const text = `${tag} ${JSON.stringify(operation)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups()
    .map(({ tag, operations }) => ({ tag, operations: operations.filter((one) => holds(one, tag)) }))
    .filter(({ operations }) => operations.length > 0);
}

let known: ReferenceGroup[] | undefined;

/** All operations. They depend only on the code, so they are computed once. */
function groups(): ReferenceGroup[] {
  known ??= allGroups();
  return known;
}

function allGroups(): ReferenceGroup[] {
  const { paths = {}, components } = apiDocument();
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

  const json = (example: unknown) => JSON.stringify(example, null, 2);

  const groups = new Map<string, ReferenceOperation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0];
      const content = operation.requestBody?.content["application/json"];
      const answered = successOf(operation.responses)?.content?.["application/json"]?.schema;
      const answer = answered && exampleOf(answered, resolve);
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
        bodyExample: content ? json(bodyExampleOf(content.schema, answer, resolve)) : null,
        answerExample: answer === undefined ? null : json(answer),
        answers: Object.entries(operation.responses as Responses).map(
          ([status, { description, content }]) => ({
            status,
            description,
            // All error responses have the same fields, which are described once.
            fields: status < "400" ? fieldsOf(content?.["application/json"]?.schema) : [],
          }),
        ),
      };
      groups.set(tag, [...(groups.get(tag) ?? []), described]);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

type Responses = Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;

/** The response of an operation that succeeds. */
const successOf = (responses: Responses) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];

/** The name of the schema that a `$ref` refers to. */
const nameOf = ({ $ref }: Schema) => $ref?.split("/").at(-1);

/** The type of a schema in a few words. */
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

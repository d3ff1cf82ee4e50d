/** A part of a schema of OpenAPI 3.1, as far as this product's schemas use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  description?: string;
  maxLength?: number;
}

/** Examples of what text has such a format. */
const FORMATS: Record<string, string> = {
  date: "2026-11-21",
  "date-time": "2026-11-21T09:30:00.000Z",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "0c6ed0b4-7d8e-4a44-9a0e-7d3f5cf3f1a0",
};

/**
 * A value that a schema describes: the example that it gives, or one by its type.
 * @param resolve finds the schema that another one refers to
 * @param name of the field that holds it
 */
export function exampleOf(schema: Schema, resolve: (schema: Schema) => Schema, name = ""): unknown {
  const { example, enum: values, const: only, format = "", items, properties, ...rest } = resolve(schema);
  if (example !== undefined) return example;
  if (only !== undefined) return only;
  if (values) return values[0];
  if (properties) {
    const fields = Object.entries(properties);
    return Object.fromEntries(fields.map(([key, value]) => [key, exampleOf(value, resolve, key)]));
  }
  if (items) return [exampleOf(items, resolve)];
  const [first] = rest.anyOf ?? rest.allOf ?? [];
  if (first) return exampleOf(first, resolve, name);
  const [type] = [rest.type ?? []].flat();
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  // A link to the next page is there on some pages only.
  if (name === "next") return null;
  if (name === "email") return FORMATS.email;
  if (/^id$|Id$/.test(name)) return FORMATS.uuid;
  return FORMATS[format] ?? "…";
}

/**
 * An example of a body: where the answer has a field of the same name, with what it has there.
 * @param answer an example of the answer
 */
export function bodyExampleOf(body: Schema, answer: unknown, resolve: (schema: Schema) => Schema): unknown {
  const example = exampleOf(body, resolve);
  if (!isRecord(example) || !isRecord(answer)) return example;
  const same = Object.keys(example).filter((field) => typeof answer[field] === "string");
  return { ...example, ...Object.fromEntries(same.map((field) => [field, answer[field]])) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

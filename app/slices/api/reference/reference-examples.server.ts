/** The part of a schema of OpenAPI 3.1 that this product uses. */
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

/** An example value for each `format` of a string. */
const FORMATS: Record<string, string> = {
  date: "2026-11-21",
  "date-time": "2026-11-21T09:30:00.000Z",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "0c6ed0b4-7d8e-4a44-9a0e-7d3f5cf3f1a0",
};

/**
 * An example value for a schema: the schema's own example, or a value that fits its type.
 * @param resolve follows a reference to its schema
 * @param name the name of the field
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
  // `next` may always be null: the last page has no next page.
  if (name === "next") return null;
  if (name === "email") return FORMATS.email;
  if (/^id$|Id$/.test(name)) return FORMATS.uuid;
  return FORMATS[format] ?? "…";
}

/**
 * An example of a request's body. Fields that the response has, too, get the values in `answer`.
 * @param answer an example of the response
 */
export function bodyExampleOf(body: Schema, answer: unknown, resolve: (schema: Schema) => Schema): unknown {
  const example = exampleOf(body, resolve);
  if (!isRecord(example) || !isRecord(answer)) return example;
  const same = Object.keys(example).filter((field) => typeof answer[field] === "string");
  return { ...example, ...Object.fromEntries(same.map((field) => [field, answer[field]])) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

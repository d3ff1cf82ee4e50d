import type { EntityDefinition, Field } from "../definition.ts";

// What the forms of tests send.

/** A value as a form sends it. */
export function sentValue(field: Field, title: string): string {
  switch (field.type) {
    case "text":
    case "longtext":
      return field.required ? title : '""';
    case "integer":
      return '"3"';
    case "decimal":
      return '"2.5"';
    case "boolean":
      return '"on"';
    case "date":
      return '"2026-01-31"';
    case "choice":
      return `"${field.choices[0]}"`;
    case "reference":
      return field.required ? `${field.target?.entity}Id` : '""';
    default:
      return field.type satisfies never;
  }
}

/** A property of an object, without its name twice where a variable is called so. */
export const property = (name: string, value: string): string =>
  name === value ? `${name},` : `${name}: ${value},`;

/** The references that a row can't be without. */
export const requiredReferences = ({ fields }: EntityDefinition) =>
  fields.filter(({ type, required }) => type === "reference" && required);

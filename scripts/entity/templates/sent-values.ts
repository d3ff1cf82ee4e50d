import type { EntityDefinition, Field } from "../definition.ts";

// The values in the forms that tests send.

/** A field's value in a form. */
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

/** A property of an object, in short form if the variable has the same name. */
export const property = (name: string, value: string): string =>
  name === value ? `${name},` : `${name}: ${value},`;

/** The required references of a row. */
export const requiredReferences = ({ fields }: EntityDefinition) =>
  fields.filter(({ type, required }) => type === "reference" && required);

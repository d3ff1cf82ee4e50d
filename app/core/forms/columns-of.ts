import type { ZodObject, ZodRawShape } from "zod";

/**
 * The columns for the fields of a form: each field has the name of its column. @param rows the table or the rows of one
 * owner
 */
export const columnsOf = <Shape extends ZodRawShape, Rows extends Record<keyof Shape, unknown>>(
  rows: Rows,
  { shape }: ZodObject<Shape>,
) => {
  const fields: (keyof Shape)[] = Object.keys(shape);
  return Object.fromEntries(fields.map((field) => [field, rows[field]])) as Pick<Rows, keyof Shape>;
};

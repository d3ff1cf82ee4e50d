import type { ZodObject, ZodRawShape } from "zod";

/** The columns with the fields of a form: each field has a column of its name. @param rows what is selected from */
export const columnsOf = <Shape extends ZodRawShape, Rows extends Record<keyof Shape, unknown>>(
  rows: Rows,
  { shape }: ZodObject<Shape>,
) => {
  const fields: (keyof Shape)[] = Object.keys(shape);
  return Object.fromEntries(fields.map((field) => [field, rows[field]])) as Pick<Rows, keyof Shape>;
};

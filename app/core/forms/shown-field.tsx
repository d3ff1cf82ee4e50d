import { useState } from "react";
import type { useFormResult } from "./use-form-result.ts";

/**
 * Sends the values that an edit form showed before anything was typed (forms/shown-values). They stay those of when the
 * form was opened, even if the page loads newer ones: what is typed by then was typed over the older ones.
 */
export function ShownField({
  form: { values, shown },
}: {
  form: Pick<ReturnType<typeof useFormResult>, "values" | "shown">;
}) {
  const [opened] = useState(() => JSON.stringify(values));
  return <input type="hidden" name="shown" value={shown ?? opened} />;
}

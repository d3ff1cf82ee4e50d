import { useState } from "react";
import type { useFormResult } from "./use-form-result.ts";

/**
 * Sends the values that an edit form showed before the reader changed any (forms/shown-values). They stay as they were when the
 * form was opened, even if the page loads newer ones, because the reader's changes are based on the older ones.
 */
export function ShownField({
  form: { values, shown },
}: {
  form: Pick<ReturnType<typeof useFormResult>, "values" | "shown">;
}) {
  const [opened] = useState(() => JSON.stringify(values));
  return <input type="hidden" name="shown" value={shown ?? opened} />;
}

import { useState } from "react";
import type { useFormResult } from "./use-form-result.ts";

/**
 * Sends the values that an edit form showed before the reader changed any (forms/original-values). They stay as they
 * were when the form was opened, even if the page loads newer ones, because the reader's changes are based on the older
 * ones.
 */
export function OriginalValuesField({
  form: { values, original },
}: {
  form: Pick<ReturnType<typeof useFormResult>, "values" | "original">;
}) {
  const [opened] = useState(() => JSON.stringify(values));
  return <input type="hidden" name="original" value={original ?? opened} />;
}

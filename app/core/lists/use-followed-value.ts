import { type RefObject, useEffect, useRef } from "react";

/**
 * Sets a field of a list's form to its value in the URL when Back, Forward or a link changes that. The field stays the
 * same element, so that it keeps the focus.
 * @returns the field's ref; the field's `defaultValue` must also be `value`
 */
export function useFollowedValue<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return field;
}

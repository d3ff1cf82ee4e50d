import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps a field of a list's form at what the URL says: Back, Forward and links change that. The field stays the same
 * element, so that it keeps the focus.
 * @returns the field's ref; its `defaultValue` is `value`, too
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

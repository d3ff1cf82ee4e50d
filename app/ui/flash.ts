/** A message that one page shows once: what the action before it has done. */
export interface Flash<Key extends string = string> {
  type: "success" | "info" | "error";
  /** A translation key, namespace included. */
  message: Key;
  /** What the message interpolates. */
  values?: Record<string, string | number>;
}

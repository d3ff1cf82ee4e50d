/** The types of bodies with which fields can be sent: those of a form, and those that need script. */
export const BODIES = {
  urlencoded: (fields) => new URLSearchParams(fields),
  // The body is sent in one piece, unlike FormData, because a worker that refuses it early closes the connection before
  // the rest.
  multipart: (fields) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return new Blob([...parts, "--part--\r\n"], { type: "multipart/form-data; boundary=part" });
  },
  JSON: (fields) => new Blob([JSON.stringify(fields)], { type: "application/json" }),
  "plain text": (fields) => new Blob([new URLSearchParams(fields).toString()], { type: "text/plain" }),
  none: () => null,
} satisfies Record<string, (fields: Record<string, string>) => BodyInit | null>;

export type BodyType = keyof typeof BODIES;

export const BODY_TYPES = Object.keys(BODIES) as BodyType[];

/** The types that a form can have. Every other one is refused with 415. */
export const FORM_TYPES: readonly BodyType[] = ["urlencoded", "multipart"];

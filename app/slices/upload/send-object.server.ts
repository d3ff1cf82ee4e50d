import type { R2Bucket, R2ObjectBody } from "@cloudflare/workers-types";

/**
 * The headers of everything from the bucket. No file may run script on our site, neither if somebody opens it nor if a
 * browser guesses another type.
 */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Accept-Ranges": "bytes",
  // The response is the same in every language.
  Vary: "Accept-Encoding",
};

/** The values for headers that differ between files. */
interface FileHeaders {
  "Cache-Control": string;
  "Content-Disposition": string;
  /** The media type; by default the stored object's. */
  type?: string;
}

/**
 * Responds to a request with an object of the bucket, as a stream: all of it, a range, or 304 if it has not changed.
 * @param asked the headers of the request
 */
export async function sendObject(
  bucket: R2Bucket,
  key: string,
  asked: Headers,
  own: FileHeaders,
): Promise<Response> {
  const object = await bucket.get(key);
  if (!object) return new Response(null, { status: 404 });
  const { size, httpEtag, httpMetadata } = object;
  const { type = httpMetadata?.contentType ?? "application/octet-stream", ...others } = own;
  const headers = new Headers({ ...HEADERS, ...others, ETag: httpEtag });
  const without = async (status: number) => {
    await object.body.cancel();
    return new Response(null, { status, headers });
  };
  const names = (header: string) => header === "*" || header.includes(httpEtag);
  const [known, expected] = [asked.get("If-None-Match"), asked.get("If-Match")];
  if (known !== null && names(known)) return without(304);
  if (expected !== null && !names(expected)) return without(412);

  // A range of another version would not match the part that the client already has.
  const isAboutThis = (asked.get("If-Range") ?? httpEtag) === httpEtag;
  const part = isAboutThis ? partOf(asked.get("Range"), size) : null;
  if (!part) return answer(object.body, size, 200);
  if (part.begin >= part.end) {
    headers.set("Content-Range", `bytes */${size}`);
    return without(416);
  }
  headers.set("Content-Range", `bytes ${part.begin}-${part.end - 1}/${size}`);
  await object.body.cancel();
  const length = part.end - part.begin;
  const ranged = await bucket.get(key, { range: { offset: part.begin, length } });
  return ranged ? answer(ranged.body, length, 206) : new Response(null, { status: 404 });

  function answer(body: R2ObjectBody["body"], length: number, status: number) {
    headers.set("Content-Type", type);
    headers.set("Content-Length", String(length));
    // The types of Workers and of browsers both describe this stream, but they are not compatible.
    return new Response(body as unknown as BodyInit, { status, headers });
  }
}

/**
 * The bytes in a Range header.
 * @returns null for the whole file, and if the header names several ranges; an empty range if it is outside the file
 */
function partOf(range: string | null, size: number): { begin: number; end: number } | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (!first && !last) return null;
  if (!first) return { begin: Math.max(0, size - Number(last)), end: size };
  return { begin: Number(first), end: last ? Math.min(size, Number(last) + 1) : size };
}

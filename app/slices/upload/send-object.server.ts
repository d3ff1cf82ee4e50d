import type { R2Bucket, R2Object, R2ObjectBody } from "@cloudflare/workers-types";

/**
 * Headers of whatever comes from the bucket. Nothing in it may run, on our site least of all: not if somebody opens it, and not if a
 * browser takes it for what it is not. A browser keeps it for good, as what is at an address never changes.
 */
const HEADERS = {
  "Cache-Control": "private, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Disposition": "inline",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Accept-Ranges": "bytes",
  // It is the same in every language and for everybody.
  Vary: "Accept-Encoding",
};

/** Answers a request with an object of the bucket: all of it, a range, or that it has not changed. @param asked its headers */
export async function sendObject(bucket: R2Bucket, key: string, asked: Headers): Promise<Response> {
  const object = await find(bucket, key, asked);
  if (object === null) return new Response(null, { status: 404 });
  if (object === "no such range") return new Response(null, { status: 416, headers: HEADERS });
  const headers = new Headers({ ...HEADERS, ETag: object.httpEtag });
  if (!("body" in object)) {
    const isCached = asked.has("If-None-Match") || asked.has("If-Modified-Since");
    return new Response(null, { status: isCached ? 304 : 412, headers });
  }
  headers.set("Content-Type", object.httpMetadata?.contentType ?? "application/octet-stream");
  const part = partOf(object, asked);
  const sent = part ? part.end - part.begin + 1 : object.size;
  headers.set("Content-Length", String(sent));
  if (part) headers.set("Content-Range", `bytes ${part.begin}-${part.end}/${object.size}`);
  return new Response(object.body as unknown as BodyInit, { status: part ? 206 : 200, headers });
}

async function find(
  bucket: R2Bucket,
  key: string,
  asked: Headers,
): Promise<R2Object | R2ObjectBody | null | "no such range"> {
  const conditions = asked as unknown as import("@cloudflare/workers-types").Headers;
  try {
    return await bucket.get(key, { onlyIf: conditions, range: conditions });
  } catch (error) {
    // R2 refuses a range that begins behind the end. The local runtime sends all.
    if (!asked.has("Range")) throw error;
    return (await bucket.head(key)) && "no such range";
  }
}

/** The bytes that R2 sends, if not all were asked for. */
function partOf({ range, size }: R2ObjectBody, asked: Headers): { begin: number; end: number } | null {
  if (!asked.has("Range") || !range) return null;
  // R2 names all three, also those that it does not say.
  if ("suffix" in range && range.suffix !== undefined)
    return { begin: Math.max(0, size - range.suffix), end: size - 1 };
  const { offset: begin = 0, length = size - begin } = range as { offset?: number; length?: number };
  return length === size ? null : { begin, end: begin + length - 1 };
}

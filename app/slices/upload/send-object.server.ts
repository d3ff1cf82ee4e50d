import type { R2Bucket } from "@cloudflare/workers-types";

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

/**
 * Answers a request with an object of the bucket: all of it, a range, or that it has not changed. It is a picture in one of its
 * sizes, and so small enough to be in memory.
 * @param asked the headers of the request
 */
export async function sendObject(bucket: R2Bucket, key: string, asked: Headers): Promise<Response> {
  const object = await bucket.get(key);
  if (!object) return new Response(null, { status: 404 });
  const headers = new Headers({ ...HEADERS, ETag: object.httpEtag });
  const names = (header: string) => /^\*$/.test(header) || header.includes(object.httpEtag);
  const [known, expected] = [asked.get("If-None-Match"), asked.get("If-Match")];
  if (known !== null && names(known)) return new Response(null, { status: 304, headers });
  if (expected !== null && !names(expected)) return new Response(null, { status: 412, headers });

  headers.set("Content-Type", object.httpMetadata?.contentType ?? "application/octet-stream");
  const whole = await object.arrayBuffer();
  const part = partOf(asked.get("Range"), whole.byteLength);
  if (!part) return new Response(whole, { headers });
  if (part.begin >= part.end) {
    headers.set("Content-Range", `bytes */${whole.byteLength}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${part.begin}-${part.end - 1}/${whole.byteLength}`);
  return new Response(whole.slice(part.begin, part.end), { status: 206, headers });
}

/**
 * The bytes that a Range asks for.
 * @returns null if it asks for all, or for several parts; an empty part if there is none
 */
function partOf(range: string | null, size: number): { begin: number; end: number } | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (!first && !last) return null;
  if (!first) return { begin: Math.max(0, size - Number(last)), end: size };
  return { begin: Number(first), end: last ? Math.min(size, Number(last) + 1) : size };
}

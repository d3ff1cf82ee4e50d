import type { R2Bucket, R2ObjectBody } from "@cloudflare/workers-types";

/**
 * Headers of whatever comes from the bucket. Nothing in it may run, on our site least of all: not if somebody opens it, and not if a
 * browser takes it for what it is not.
 */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Accept-Ranges": "bytes",
  // It is the same in every language.
  Vary: "Accept-Encoding",
};

/** What differs between files. */
interface FileHeaders {
  "Cache-Control": string;
  "Content-Disposition": string;
  /** The media type. If it is left out, what the object has. */
  type?: string;
}

/**
 * Answers a request with an object of the bucket: all of it, a range, or that it has not changed. It goes as a stream.
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

  // The rest of another file is of no use to whoever has the beginning of one.
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
    // The types of Workers and those of browsers describe this one stream, and do not know of each other.
    return new Response(body as unknown as BodyInit, { status, headers });
  }
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

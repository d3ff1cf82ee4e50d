/**
 * Reads the body of a request, but no more than a limit, whatever Content-Length claims.
 * @returns null if the body is larger
 */
export async function readBody(request: Request, maxBytes: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

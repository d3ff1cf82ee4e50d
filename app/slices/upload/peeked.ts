/** The first bytes of a stream, and the whole stream. */
interface Peeked {
  first: Uint8Array;
  chunks: AsyncGenerator<Uint8Array>;
}

/**
 * Reads the first bytes of a stream in advance. @param length how many bytes to read; a shorter stream is read as a
 * whole
 */
export async function peek(stream: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let count = 0;
  while (count < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    seen.push(value);
    count += value.byteLength;
  }
  return { first: await bytesOf(seen), chunks: all() };

  async function* all() {
    yield* seen;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
}

const bytesOf = async (chunks: Uint8Array[]) =>
  new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());

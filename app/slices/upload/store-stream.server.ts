import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from "@cloudflare/workers-types";

/**
 * R2's minimum size of a part, except the last one. All parts must have the same size
 * (https://developers.cloudflare.com/r2/objects/multipart-objects/).
 */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Writes a stream of unknown length to the bucket, with at most one part in memory.
 * @throws the errors of the stream and of R2. After an error, nothing is stored at the key, and R2 deletes the parts
 */
export async function storeStream(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  let upload: R2MultipartUpload | undefined;
  const parts: R2UploadedPart[] = [];
  const sendPart = async () => {
    upload ??= await bucket.createMultipartUpload(key);
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)));
    filled = 0;
  };
  try {
    for await (const chunk of chunks) {
      for (let rest = chunk; rest.byteLength > 0; ) {
        if (filled === PART_BYTES) await sendPart();
        const fits = rest.subarray(0, PART_BYTES - filled);
        part.set(fits, filled);
        filled += fits.byteLength;
        rest = rest.subarray(fits.byteLength);
      }
    }
    if (!upload) {
      await bucket.put(key, part.subarray(0, filled));
      return;
    }
    await sendPart();
    await upload.complete(parts);
  } catch (error) {
    await upload?.abort().catch(() => {});
    throw error;
  }
}

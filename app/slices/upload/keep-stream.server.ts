import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from "@cloudflare/workers-types";

/** The smallest part that R2 takes but for the last one, and all have one size (https://developers.cloudflare.com/r2/objects/multipart-objects/). */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Puts a stream of unknown length into the bucket, with no more of it in memory than a part.
 * @throws whatever the stream or R2 does. Then nothing is at that key, and R2 forgets the parts
 */
export async function keepStream(
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

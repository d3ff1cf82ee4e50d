import type { ImagesBinding, R2Bucket, R2ObjectBody } from "@cloudflare/workers-types";
import type { FileObjection, PictureSize } from "./file-kind.ts";
import { sizeOf, sourceOf } from "./object-keys.ts";

/** The size limit of a picture, so that a small file can't decode to gigabytes (docs/product.md, Numbers). */
const MAX_MEGAPIXELS = 50;

/** The bucket with the files, and the service that converts pictures. */
export interface Studio {
  files: R2Bucket;
  images: ImagesBinding;
}

/**
 * Redraws a picture in the sizes that pages use. That removes all metadata, such as the place where the
 * picture was taken. The uploaded file is deleted afterwards.
 * @param sizes the sizes by name. Parts that do not fit are cut off at the sides
 * @returns null, or what is wrong with the picture
 * @throws any other error of R2 or Images
 */
export async function drawPicture(
  { files, images }: Studio,
  fileId: string,
  sizes: Readonly<Record<string, PictureSize>>,
): Promise<FileObjection | null> {
  const source = async () => {
    const object: R2ObjectBody | null = await files.get(sourceOf(fileId));
    if (!object) throw new Error(`the bucket has no ${sourceOf(fileId)}`);
    return object.body;
  };
  const pixels = await countPixels(images, await source());
  if (pixels === null) return { ok: false, message: "upload:errors.unreadable", status: 400 };
  if (pixels > MAX_MEGAPIXELS * 1_000_000) {
    const values = { megapixels: MAX_MEGAPIXELS };
    return { ok: false, message: "upload:errors.tooManyPixels", values, status: 400 };
  }
  for (const [size, { width, height }] of Object.entries(sizes)) {
    const drawn = await images
      .input(await source())
      .transform({ width, height, fit: "cover" })
      .output({ format: "image/webp", anim: false });
    await files.put(sizeOf(fileId, size), await drawn.response().arrayBuffer(), {
      httpMetadata: { contentType: drawn.contentType() },
    });
  }
  await files.delete(sourceOf(fileId));
  return null;
}

/** The number of pixels in a picture, from its header, without decoding it. @returns null if it can't be read */
async function countPixels(images: ImagesBinding, picture: R2ObjectBody["body"]): Promise<number | null> {
  try {
    const info = await images.info(picture);
    return "width" in info ? info.width * info.height : null;
  } catch (error) {
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/** Whether an error of Images is about the picture, and not about the service. */
const isAboutPicture = (error: unknown) => error instanceof Error && "code" in error;

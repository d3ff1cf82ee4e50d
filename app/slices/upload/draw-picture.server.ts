import type { ImagesBinding, R2Bucket, R2ObjectBody } from "@cloudflare/workers-types";
import type { FileObjection, PictureSize } from "./file-kind.ts";
import { sizeOf, sourceOf } from "./object-keys.ts";

/** What a picture may have at most, so that few bytes do not become gigabytes (docs/product.md, Numbers). */
const MAX_MEGAPIXELS = 50;

/** Where files are, and what draws pictures. */
export interface Studio {
  files: R2Bucket;
  images: ImagesBinding;
}

/**
 * Draws a picture anew in the sizes that pages use, so that nothing is left of what was in the file beside what one sees, such as the place
 * where it was taken. The file that was sent is deleted then.
 * @param sizes by their names. What of the picture does not fit is cut off at its sides
 * @returns null, or what is wrong with the picture
 * @throws what R2 or Images does, if it is not because of the picture
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

/** How many pixels a picture has, from its head: it is not decoded. @returns null if it can't be read */
async function countPixels(images: ImagesBinding, picture: R2ObjectBody["body"]): Promise<number | null> {
  try {
    const info = await images.info(picture);
    return "width" in info ? info.width * info.height : null;
  } catch (error) {
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/** Whether Images says that there is something wrong with the picture, and not with itself. */
const isAboutPicture = (error: unknown) => error instanceof Error && "code" in error;

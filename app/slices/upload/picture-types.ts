/**
 * The types in which pictures can be uploaded. Not SVG, which is a document with script, nor HEIC, which few programs
 * can open and which phones send as JPEG.
 */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/** What pictures can be sent as. Not SVG, which is a document with script, nor HEIC, which few can open: phones send it as JPEG. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

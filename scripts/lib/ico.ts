/**
 * An .ico file with one square PNG, which all browsers and systems since 2007 can read: a header of 6 bytes, an entry
 * of 16, and the image.
 * @param size the image's width in pixels, 255 at most
 */
export function icoOf(png: Uint8Array, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // number of images
  head.writeUInt8(size, 6); // width
  head.writeUInt8(size, 7); // height
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.byteLength, 14);
  head.writeUInt32LE(head.byteLength, 18); // position of the image
  return Buffer.concat([head, png]);
}

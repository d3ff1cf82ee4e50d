/** The bucket's folder of a file. */
export const folderOf = (fileId: string) => `files/${fileId}/`;

/** The key of a file as uploaded. For a picture, this object is deleted once the picture has been redrawn. */
export const sourceOf = (fileId: string) => `${folderOf(fileId)}source`;

/** The key of a picture in one of its sizes. */
export const sizeOf = (fileId: string, size: string) => `${folderOf(fileId)}${size}`;

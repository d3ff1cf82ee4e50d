/** The bucket's folder of a file. */
export const folderOf = (fileId: string) => `files/${fileId}/`;

/** The key of a file as uploaded. A picture's is deleted once it has been redrawn. */
export const sourceOf = (fileId: string) => `${folderOf(fileId)}source`;

/** The key of a picture in one of its sizes. */
export const sizeOf = (fileId: string, size: string) => `${folderOf(fileId)}${size}`;

/** Where the bucket has what belongs to a file. */
export const folderOf = (fileId: string) => `files/${fileId}/`;

/** Where it has a file as it was sent. Of a picture, until it is drawn anew. */
export const sourceOf = (fileId: string) => `${folderOf(fileId)}source`;

/** Where it has a picture in one of its sizes. */
export const sizeOf = (fileId: string, size: string) => `${folderOf(fileId)}${size}`;

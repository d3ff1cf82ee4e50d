import { PICTURE_TYPES } from "./picture-types.ts";

/** The file extensions of documents, by the type that file-type detects. */
const ENDS = {
  "application/pdf": ".pdf",
  "application/rtf": ".rtf",
  // A ZIP file may also be a file of Office or OpenDocument whose first bytes don't say so.
  "application/zip": ".zip",
  // The format of Office before 2007.
  "application/x-cfb": ".doc,.xls,.ppt",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/vnd.oasis.opendocument.spreadsheet": ".ods",
  "application/vnd.oasis.opendocument.presentation": ".odp",
  // The first bytes of a text don't show what kind of text it is.
  "text/plain": ".txt,.csv,.md",
  "image/heic": ".heic",
  "image/tiff": ".tif,.tiff",
};

/** The types in which documents can be uploaded. They are only downloaded, and never rendered by our pages. */
export const DOCUMENT_TYPES: readonly string[] = [...Object.keys(ENDS), ...PICTURE_TYPES];

/** The same types and extensions, for the browser's file picker. */
export const DOCUMENT_NAMES = [...Object.values(ENDS), ...PICTURE_TYPES].join();

import { PICTURE_TYPES } from "./picture-types.ts";

/** How the names of documents end, by the type that file-type finds. */
const ENDS = {
  "application/pdf": ".pdf",
  "application/rtf": ".rtf",
  // Also files of Office and OpenDocument whose first bytes do not say more.
  "application/zip": ".zip",
  // Office until 2003.
  "application/x-cfb": ".doc,.xls,.ppt",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/vnd.oasis.opendocument.spreadsheet": ".ods",
  "application/vnd.oasis.opendocument.presentation": ".odp",
  // The first bytes of text do not tell its kinds apart.
  "text/plain": ".txt,.csv,.md",
  "image/heic": ".heic",
  "image/tiff": ".tif,.tiff",
};

/** What documents can be sent as: what people exchange with others. They are downloaded, so we show nothing of what is in them. */
export const DOCUMENT_TYPES: readonly string[] = [...Object.keys(ENDS), ...PICTURE_TYPES];

/** The same, for what a browser offers to choose. */
export const DOCUMENT_NAMES = [...Object.values(ENDS), ...PICTURE_TYPES].join();

import { PICTURE_TYPES } from "./picture-types.ts";

/**
 * What documents can be sent as, as file-type names it: what people exchange with others. Its user downloads it, so that nothing in it
 * is shown by us.
 */
export const DOCUMENT_TYPES = [
  "application/pdf",
  "application/rtf",
  // Also files of Office and OpenDocument whose first bytes do not say more.
  "application/zip",
  // Office until 2003.
  "application/x-cfb",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
  // Also CSV, Markdown and other text: its first bytes do not tell them apart.
  "text/plain",
  ...PICTURE_TYPES,
  "image/heic",
  "image/tiff",
] as const;

/** The same as the ends of names, for what a browser offers to choose. */
export const DOCUMENT_NAMES =
  ".pdf,.rtf,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.txt,.csv,.md,image/*";

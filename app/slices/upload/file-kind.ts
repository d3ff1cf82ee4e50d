/** A kind of file that can be sent. */
export interface FileKind {
  /** Stored with each. */
  name: string;
  /** What one may have at most, in megabytes (1024 x 1024 bytes). */
  maxMegabytes: number;
  /** The media types that it may have, as its first bytes say. */
  types: readonly string[];
}

/** What is wrong with a file: a translation key, and its values. */
export interface FileObjection {
  ok: false;
  message:
    | "upload:errors.missing"
    | "upload:errors.tooLarge"
    | "upload:errors.noPicture"
    | "upload:errors.unreadable"
    | "upload:errors.tooManyPixels";
  values?: Record<string, number>;
  status: 400 | 413;
}

import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { Actor, Subject } from "#app/identity/audit/audit.server.ts";

/** A kind of file that can be sent: of pictures, or of documents, which are kept as they are sent. A row has one of each kind at most. */
export type FileKind = PictureKind | DocumentKind;

interface AnyFileKind {
  /** Stored with each. */
  name: string;
  /** What one may have at most, in megabytes (1024 x 1024 bytes). */
  maxMegabytes: number;
  /** The media types that it may have, as its first bytes say. */
  types: readonly string[];
}

/** A kind of picture: drawn anew, and shown to whoever has its address. @typeParam Size the names of its sizes */
export interface PictureKind<Size extends string = string> extends AnyFileKind {
  sizes: Readonly<Record<Size, PictureSize>>;
}

/** A kind of document: kept as it is sent, and sent to whoever sees its row. */
export interface DocumentKind extends AnyFileKind {
  sizes?: never;
}

/** The pixels of a picture. A page shows it on a third of them a side, as screens have up to three for each of its own. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The row that a file is of, and who may change it. */
export interface FileOwner {
  /** The id of the row. */
  rowId: string;
  /** The person with whom the file goes; null if it goes with the row alone. */
  userId: string | null;
  /** The condition that whoever acts may still change it. */
  may: (db: Database, actor: Actor) => SQL | undefined;
  /** Why they may not; null if they may. */
  refusal: (db: Database, actor: Actor) => Promise<Refused | null>;
  /**
   * What has the row hold the id of the file, or null once there is none, in the batch that changes it. Only rows have it that long lists
   * show with their pictures: for all others, the file is looked up.
   */
  holdId?: (db: Database) => BatchItem<"sqlite">;
  /** What the audit log says of it. */
  logged: { set: AuditAction; remove: AuditAction; subject: Subject };
}

/** What is wrong with a file: a translation key, and its values. */
export interface FileObjection {
  ok: false;
  message:
    | "upload:errors.missing"
    | "upload:errors.tooLarge"
    | "upload:errors.noPicture"
    | "upload:errors.noDocument"
    | "upload:errors.unreadable"
    | "upload:errors.tooManyPixels";
  values?: Record<string, number>;
  status: 400 | 413;
}

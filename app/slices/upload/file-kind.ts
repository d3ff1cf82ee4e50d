import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { Actor, Subject } from "#app/identity/audit/audit.server.ts";

/**
 * A kind of file that users can upload: pictures, which are redrawn, or documents, which are stored unchanged. A row
 * has at most one file of each kind.
 */
export type FileKind = PictureKind | DocumentKind;

interface AnyFileKind {
  /** Stored with each file. */
  name: string;
  /** The size limit, in megabytes (1024 x 1024 bytes). */
  maxMegabytes: number;
  /** The allowed media types, as detected from the first bytes. */
  types: readonly string[];
}

/**
 * A kind of picture: redrawn, and shown to anyone who has its address.
 * @typeParam Size the names of the sizes; the owner of the picture downloads the size `large`
 */
export interface PictureKind<Size extends string = string> extends AnyFileKind {
  sizes: Readonly<Record<Size | "large", PictureSize>>;
}

/** A kind of document: stored unchanged, and sent to readers who may see its row. */
export interface DocumentKind extends AnyFileKind {
  sizes?: never;
}

/**
 * The pixels of a picture. A page shows it at a third of this width and height, as screens have up to three pixels for
 * each CSS pixel.
 */
export interface PictureSize {
  width: number;
  height: number;
}

/** The row that a file belongs to, and who may change it. */
export interface FileOwner {
  /** The id of the row. */
  rowId: string;
  /** The user with whose account the file is deleted; null if it is only deleted with its row. */
  userId: string | null;
  /** SQL: whether the actor may still change the file. */
  may: (db: Database, actor: Actor) => SQL | undefined;
  /** Why the actor may not change the file; null if they may. */
  refusal: (db: Database, actor: Actor) => Promise<Refused | null>;
  /**
   * Copies the file's id, or null once the file is removed, into the row that the file belongs to. This
   * statement runs in the batch that changes the file. Only tables whose lists show pictures need this. For
   * all other rows, the file is looked up.
   */
  holdId?: (db: Database) => BatchItem<"sqlite">;
  /** How the audit log records changes of the file. */
  logged: { set: AuditAction; remove: AuditAction; subject: Subject };
}

/** The error of a file: a translation key, and its values. */
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

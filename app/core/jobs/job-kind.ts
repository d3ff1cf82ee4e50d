import type { R2Bucket, SendEmail } from "@cloudflare/workers-types";
import type { SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ParseKeys } from "i18next";
import type * as z from "zod";
import type { Database } from "#app/core/db/client.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { Email, MailStop } from "#app/core/email/email.ts";
import type { Settings } from "#app/settings.ts";

/** One try at a job. */
export interface JobTry {
  /** Of the job: the same at every try, so that another service can drop what it has done already. */
  id: string;
  /** The first is 1. */
  attempt: number;
  /** Milliseconds since 1970. */
  now: number;
  settings: Settings;
  kv: KeyValueStore;
  /** Cloudflare's own service for mail, if wrangler.toml binds it. */
  emailBinding: SendEmail | undefined;
  /** Where files are kept, if wrangler.toml binds a bucket. */
  files: R2Bucket | undefined;
  /** Why a mail must not be sent; null if it may be. */
  mailStop(email: Email): Promise<MailStop | null>;
  /** Counts that a mail could not be sent. It never fails. */
  mailFailed(): Promise<void>;
  /** How often a request to another service is retried at once; undefined for its own default. */
  retries?: number | undefined;
}

/** What becomes of a job that was done, all of it in one transaction. */
export interface JobDone<About> {
  /** What it writes. None of it is written if somebody else has the job by now, or it was dropped, or went with its person. */
  writes?: readonly (BatchItem<"sqlite"> & SQLWrapper)[];
  /** What is left to do: the job goes on from there. Left out, it is done. */
  next?: About;
}

/** What is known of a kind of job by whoever adds one. */
export interface JobName<About> {
  /** Stored with each job. */
  name: string;
  /** Reads what was stored: perhaps by an earlier version. */
  about: z.ZodType<About>;
}

/** A kind of work behind the page (docs/recipes/add-a-job.md). */
export interface JobKind<About> extends JobName<About> {
  /** What administrators see. */
  label: ParseKeys;
  /**
   * Does it. What it does besides `writes` may happen twice, if the platform ends the run between the two.
   * @throws whatever failed: it is tried again later
   */
  run(db: Database, about: About, attempt: JobTry): Promise<JobDone<About> | undefined>;
}

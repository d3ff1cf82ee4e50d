import type { R2Bucket, SendEmail } from "@cloudflare/workers-types";
import type { SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ParseKeys } from "i18next";
import type * as z from "zod";
import type { Database } from "#app/core/db/client.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { Email, EmailStop } from "#app/core/email/email.ts";
import type { Settings } from "#app/settings.ts";

/** One attempt at a job. */
export interface JobTry {
  /** The job's id, the same at every attempt, so that another service can recognise a repeat. */
  id: string;
  /** The first attempt is 1. */
  attempt: number;
  /** Milliseconds since 1970. */
  now: number;
  settings: Settings;
  kv: KeyValueStore;
  /** Cloudflare's email service, if wrangler.toml binds it. */
  emailBinding: SendEmail | undefined;
  /** The bucket for uploaded files, if wrangler.toml binds one. */
  files: R2Bucket | undefined;
  /** Why an email must not be sent; null if it may be. */
  mailStop(email: Email): Promise<EmailStop | null>;
  /** Counts an email that could not be sent. Never rejects. */
  mailFailed(): Promise<void>;
  /** How many immediate retries a request to another service gets; undefined for that service's default. */
  retries?: number | undefined;
}

/** The effects of a finished attempt, all in one transaction. */
export interface JobDone<About> {
  /**
   * The statements to run. None of them runs if another runner has taken the job, or if the job or its user was
   * deleted.
   */
  writes?: readonly (BatchItem<"sqlite"> & SQLWrapper)[];
  /** The data for the next step. The job continues with it. Without it, the job is done. */
  next?: About;
}

/** What code that adds jobs of a kind needs to know about it. */
export interface JobName<About> {
  /** Stored with each job. */
  name: string;
  /** Parses the stored data, which an earlier version may have written. */
  about: z.ZodType<About>;
}

/** A kind of background job (docs/recipes/add-a-job.md). */
export interface JobKind<About> extends JobName<About> {
  /** The name that administrators see. */
  label: ParseKeys;
  /**
   * Runs one attempt. Its effects outside `writes` may happen twice, if the platform stops the run between the two.
   * @throws any error: the job is tried again later
   */
  run(db: Database, about: About, attempt: JobTry): Promise<JobDone<About> | undefined>;
}

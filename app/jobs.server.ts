import type { JobKind } from "./core/jobs/job-kind.ts";
import { mailNotice } from "./identity/notice/mail-notice.server.ts";
import { JOBS_OF_SLICES } from "./slices.server.ts";

/** Every kind of work that is done behind the page (docs/recipes/add-a-job.md). */
export const JOBS: readonly JobKind<unknown>[] = [mailNotice, ...JOBS_OF_SLICES];

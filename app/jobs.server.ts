import type { JobKind } from "./core/jobs/job-kind.ts";
import { noticeEmailJob } from "./identity/notice/notice-email-job.server.ts";
import { JOBS_OF_SLICES } from "./slices.server.ts";

/** Every kind of background job (docs/recipes/add-a-job.md). */
export const JOBS: readonly JobKind<unknown>[] = [noticeEmailJob, ...JOBS_OF_SLICES];

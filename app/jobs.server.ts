import type { JobKind } from "./core/jobs/job-kind.ts";
import { mailNotice } from "./identity/notice/mail-notice.server.ts";
import { JOBS_OF_SLICES } from "./slices.server.ts";

/** Every kind of background job (docs/recipes/add-a-job.md). */
export const JOBS: readonly JobKind<unknown>[] = [mailNotice, ...JOBS_OF_SLICES];

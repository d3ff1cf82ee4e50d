import * as z from "zod";
import type { JobName } from "#app/core/jobs/job-kind.ts";

/** The job that emails a notice. */
export const noticeJob = {
  name: "notice",
  about: z.object({ notice: z.string() }),
} satisfies JobName<{ notice: string }>;

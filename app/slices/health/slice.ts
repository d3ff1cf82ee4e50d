import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const health = {
  name: "health",
  permissions: ["health:read", "health:jobs.list", "health:jobs.update"],
  namespaces: ["health"],
  strings: { "/manager/health": ["health"], "/manager/jobs": ["health"] },
} as const satisfies Slice;

export const healthRules = {
  pages: [
    ["/manager/health", "health:read"],
    ["/manager/jobs", "health:jobs.list"],
  ],
  auditActions: ["job.retry", "job.retryAll", "job.drop"],
} as const satisfies SliceRules;

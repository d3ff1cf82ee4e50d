import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const listExport = {
  name: "list-export",
} as const satisfies Slice;

export const listExportRules = {
  pages: [["/manager/audit/export", "audit:list"]],
  downloads: ["/manager/users/export", "/manager/audit/export"],
  auditActions: ["user.export", "audit.export"],
} as const satisfies SliceRules;

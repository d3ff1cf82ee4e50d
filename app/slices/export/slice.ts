import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const listExport = {
  name: "export",
} as const satisfies Slice;

export const exportRules = {
  pages: [["/manager/audit/export", "audit:list"]],
  auditActions: ["user.export", "audit.export"],
} as const satisfies SliceRules;

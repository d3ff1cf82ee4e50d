import type { ComponentType } from "react";
import { AuditExportEntry } from "#app/slices/list-export/audit-export-entry.tsx";

/** What slices add to the menu of the audit log. `isFiltered`: whether the list shows only some of the rows. */
export const auditMenu = (): readonly ComponentType<{ isFiltered: boolean }>[] => [AuditExportEntry];

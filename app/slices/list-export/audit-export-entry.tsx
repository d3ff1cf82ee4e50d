import { href } from "react-router";
import { ExportEntry } from "#app/core/lists/csv/export-entry.tsx";

/** The menu entry that downloads the audit log. */
export const AuditExportEntry = ({ isFiltered }: { isFiltered: boolean }) => (
  <ExportEntry to={href("/manager/audit/export")} isFiltered={isFiltered} isRecorded />
);

import { href } from "react-router";
import { ExportEntry } from "#app/core/lists/csv/export-entry.tsx";

/** The entry of the menu of the audit log that downloads it. */
export const AuditExportEntry = ({ isFiltered }: { isFiltered: boolean }) => (
  <ExportEntry to={href("/manager/audit/export")} isFiltered={isFiltered} isRecorded />
);

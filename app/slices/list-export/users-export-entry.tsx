import { href } from "react-router";
import { ExportEntry } from "#app/core/lists/csv/export-entry.tsx";

/** The menu entry that downloads the list of users. */
export const UsersExportEntry = ({ isFiltered }: { isFiltered: boolean }) => (
  <ExportEntry to={href("/manager/users/export")} isFiltered={isFiltered} isRecorded />
);

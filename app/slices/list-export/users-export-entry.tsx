import { href } from "react-router";
import { ExportEntry } from "#app/core/lists/csv/export-entry.tsx";

/** The entry of the menu of the list of users that downloads it. */
export const UsersExportEntry = ({ isFiltered }: { isFiltered: boolean }) => (
  <ExportEntry to={href("/manager/users/export")} isFiltered={isFiltered} isRecorded />
);

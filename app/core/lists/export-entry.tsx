import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { MenuForm, MenuLink } from "#app/core/ui/more-menu.tsx";

/**
 * Downloads the list of this page as a CSV file: what its search and filters show, or all of it, and it says which. An entry of
 * the list's heading.
 * @param to the path of the download, which takes the search parameters of the list
 * @param isFiltered whether the list is not all there is
 * @param isRecorded whether the download is written to the audit log. A link must change nothing, so it is a form then.
 */
export function ExportEntry({
  to,
  isFiltered,
  isRecorded = false,
}: {
  to: string;
  isFiltered: boolean;
  isRecorded?: boolean;
}) {
  const { t } = useI18n();
  const search = new URLSearchParams(useLocation().search);
  for (const name of ["sort", "after"]) search.delete(name);
  const Entry = isRecorded ? MenuForm : MenuLink;
  return (
    <Entry icon="download" to={isFiltered ? `${to}?${search}` : to} isFile>
      {isFiltered ? t("manager:list.exportFound") : t("manager:list.export")}
    </Entry>
  );
}

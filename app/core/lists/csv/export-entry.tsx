import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { MenuForm, MenuLink } from "#app/core/ui/menu/more-menu.tsx";

/**
 * Downloads the list of this page as a CSV file. The label says whether that is all rows or those that the
 * search and filters show. It is an entry of the list's menu.
 * @param to the path of the download, which has the list's search parameters
 * @param isFiltered whether the list shows only some of the rows
 * @param isRecorded whether the download is added to the audit log. The entry is then a form, because a link
 *   must change nothing.
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

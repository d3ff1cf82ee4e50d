import { Form, useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button, ButtonLink } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";

/**
 * Downloads the list of this page as a CSV file: what its search and filters show, or all of it, and it says which.
 * @param to the path of the download, which takes the search parameters of the list
 * @param isFiltered whether the list is not all there is
 * @param isRecorded whether the download is written to the audit log. A link must change nothing, so it is a form then.
 */
export function ExportButton({
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
  const path = isFiltered ? `${to}?${search}` : to;
  const content = (
    <>
      <Icon name="download" className="size-4" />
      <span>{isFiltered ? t("manager:list.exportFound") : t("manager:list.export")}</span>
    </>
  );
  if (!isRecorded) {
    return (
      <ButtonLink variant="secondary" to={path} reloadDocument discover="none">
        {content}
      </ButtonLink>
    );
  }
  return (
    <Form method="post" action={path} reloadDocument>
      <Button type="submit" variant="secondary">
        {content}
      </Button>
    </Form>
  );
}

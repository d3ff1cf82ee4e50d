import { href, Outlet } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { ShareLink } from "#app/slices/share/share-link.tsx";

/**
 * A layout around the page of a shelf: adds a link that shares the shelf, and one to the list of what is
 * shared.
 */
export default function ShelfShare() {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  const list = href("/app/shares");
  return (
    <Outlet
      context={
        mayOpen(list) && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <ShareLink bookId={null} />
            <ButtonLink variant="quiet" to={list}>
              {t("share:title")}
            </ButtonLink>
          </div>
        )
      }
    />
  );
}

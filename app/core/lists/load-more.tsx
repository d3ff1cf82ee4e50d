import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { pageAfter } from "./use-load-more.ts";

/** Appends the next page of a list, with the result of useLoadMore. Without script it is a plain link. */
export function LoadMore({
  next,
  loading,
  failed,
  onLoad,
}: {
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  loading: boolean;
  /** Whether the last load failed. */
  failed: boolean;
  onLoad: () => void;
}) {
  const { t } = useI18n();
  const { search } = useLocation();
  if (next === null) return null;
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      {failed && (
        <p role="alert" className="text-danger">
          {t("loadMoreFailed")}
        </p>
      )}
      <ButtonLink
        variant="secondary"
        to={{ search: pageAfter(search, next) }}
        rel="next"
        discover="none"
        aria-disabled={loading || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!loading) onLoad();
        }}
      >
        {loading && <Spinner label={t("loading")} />}
        <span>{failed && !loading ? t("tryAgain") : t("loadMore")}</span>
      </ButtonLink>
    </div>
  );
}

import { useLocation } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

/** Appends the next page of a list; without script, a link to it. */
export function LoadMore({
  next,
  loading,
  failed,
  onLoad,
}: {
  next: string;
  loading: boolean;
  /** The message to show where the last try failed. */
  failed: string | null;
  onLoad: (next: string) => void;
}) {
  const { t } = useI18n();
  const parameters = new URLSearchParams(useLocation().search);
  parameters.set("after", next);
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      {failed && (
        <p role="alert" className="text-danger">
          {failed}
        </p>
      )}
      <ButtonLink
        variant="secondary"
        to={{ search: `?${parameters}` }}
        data-no-preload
        aria-disabled={loading || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!loading) onLoad(next);
        }}
      >
        {loading && <Spinner label={t("loading")} />}
        {failed && !loading ? t("tryAgain") : t("loadMore")}
      </ButtonLink>
    </div>
  );
}

import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

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
  const { t } = useTranslation();
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

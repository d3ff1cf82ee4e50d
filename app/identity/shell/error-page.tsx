import { createContext, lazy, type ReactNode, use, useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useNavigate, useRevalidator, useRouteError } from "react-router";
import { setDisplayedError } from "#app/core/client/client-middleware.ts";
import { isNetworkError } from "#app/core/client/network-error.ts";
import { useFailedRequestId } from "#app/core/client/use-failed-request-id.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button, ButtonLink } from "#app/core/ui/button.tsx";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { isProofStep } from "#app/identity/proof/proof-step-data.ts";

/** "Try again" first waits this many milliseconds (docs/product.md, Numbers), so that a brief failure can pass. */
const RETRY_DELAY = 600;

const PAGES = [403, 404, 500] as const;

/** Renders details of an error beyond its message, if it has any. Set by the root. */
export const ErrorDetailsContext = createContext<(data: unknown) => ReactNode>(() => null);

/** The step that asks for a proof loads on first use, because few visits need it. */
const ProofStep = lazy(() => import("#app/identity/proof/proof-step.tsx"));

/** The error boundary of an area: asks for a proof if one is missing, or else shows what went wrong. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => {
    setDisplayedError(error);
    return () => setDisplayedError(null);
  }, [error]);
  return isRouteErrorResponse(error) && isProofStep(error.data) ? (
    <ProofStep step={error.data} />
  ) : (
    <ErrorMessage error={error} />
  );
}

/** The page for 403, 404, 500 and anything else (docs/product.md, Errors). */
function ErrorMessage({ error }: { error: unknown }) {
  const { t } = useI18n();
  const { requestId, previousPath } = use(DocumentContext);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The browser could not reach the server, so the server did not fail and there is no request id.
  const unreachable = isNetworkError(error);
  // If script has made no request that failed, the document itself has failed.
  const failedRequest = useFailedRequestId() ?? requestId;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // The message of a refusal (http/refusal), if it says more than the page's title.
  const refusal = isRouteErrorResponse(error) ? error.data : null;
  const message: unknown = refusal?.code === "ACCESS_DENIED" ? null : refusal?.message;
  const titled: unknown = refusal?.title;
  const page = PAGES.find((known) => known === status) ?? "unknown";
  const title = typeof titled === "string" ? titled : t(`error:${page}`);
  // A retry may help, except if a page is missing or forbidden.
  const isTransient = page !== 403 && page !== 404;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-4 py-16 text-center">
      <PageTitle title={title} />
      <p aria-hidden="true" className="font-serif text-6xl text-accent">
        {unreachable ? "…" : status}
      </p>
      {page === 403 && <p className="font-medium text-quiet">{t("error:accessDenied")}</p>}
      <h1 className="font-serif text-2xl font-semibold text-balance">{title}</h1>
      <p className="text-quiet">
        {typeof message === "string"
          ? message
          : t(unreachable ? "error:hint.unreachable" : `error:hint.${page}`)}
      </p>
      {use(ErrorDetailsContext)(refusal)}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink
          variant="secondary"
          // A reader who is refused the page would perhaps be refused its list or area, too.
          to={previousPath ?? (page === 403 ? "/" : listOrAreaOf(pathname))}
          reloadDocument
          data-no-preload
          onClick={(event) => {
            // The index of the router's history entry: above 0, an earlier page of this visit exists.
            if (!(window.history.state?.idx > 0)) return;
            event.preventDefault();
            navigate(-1);
          }}
        >
          {t("common:back")}
        </ButtonLink>
        <ButtonLink variant={isTransient ? "secondary" : "primary"} to="/" reloadDocument data-no-preload>
          {t("common:home")}
        </ButtonLink>
        {isTransient && <TryAgain unreachable={unreachable} />}
      </div>
      {/* A missing or forbidden page is not a failure to report. */}
      {isTransient && !unreachable && failedRequest && (
        <p className="mt-4 text-sm text-quiet">
          <bdi>{t("error:requestId", { id: failedRequest })}</bdi>
        </p>
      )}
    </div>
  );
}

/** The path of a page's list or else its area: /manager/users for /manager/users/7, /app for /app/account. */
function listOrAreaOf(pathname: string): string {
  const around = pathname.split("/").slice(0, -1);
  return around[1] === "app" || around[1] === "manager" ? around.slice(0, 3).join("/") : "/";
}

/** Reloads the page. If the site can't be reached, revalidates instead, and again once the browser is online. */
function TryAgain({ unreachable }: { unreachable: boolean }) {
  const { t } = useI18n();
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    if (!unreachable) return;
    window.addEventListener("online", revalidate);
    return () => window.removeEventListener("online", revalidate);
  }, [unreachable, revalidate]);
  useEffect(() => {
    if (!trying) return;
    const timer = window.setTimeout(async () => {
      if (!unreachable) return window.location.reload();
      await revalidate();
      setTrying(false);
    }, RETRY_DELAY);
    return () => window.clearTimeout(timer);
  }, [trying, unreachable, revalidate]);
  if (!hydrated) {
    return (
      <ButtonLink to="" reloadDocument data-no-preload>
        {t("common:tryAgain")}
      </ButtonLink>
    );
  }
  return (
    <Button aria-disabled={trying || undefined} onClick={() => setTrying(true)}>
      {trying && <Spinner label={t("common:loading")} />}
      <span>{t("common:tryAgain")}</span>
    </Button>
  );
}

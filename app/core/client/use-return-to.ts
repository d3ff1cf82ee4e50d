import { useLocation } from "react-router";
import { LANGUAGE_PARAMETER } from "#app/core/i18n/languages.ts";

/** The path and query of this page, without the parameter for its language. */
export function useReturnTo(): string {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  parameters.delete(LANGUAGE_PARAMETER);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

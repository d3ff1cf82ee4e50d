import type { MiddlewareFunction } from "react-router";
import { settingsContext } from "#app/context.ts";
import { isAllowedInDemo, refusedInDemo } from "#app/features/demo/demo.server.ts";
import { isSafe } from "./same-origin.ts";

/** Keeps the demo read-only: refuses (403) every unsafe request except the few that change no product data. */
export const demo: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (context.get(settingsContext).DEMO && !isSafe(request) && !isAllowedInDemo(url.pathname)) {
    throw refusedInDemo(context);
  }
  return next();
};

import type { MiddlewareFunction } from "react-router";
import { isApi } from "#app/core/http/api-path.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { isWebhook } from "#app/core/http/webhooks.ts";

/**
 * Refuses (403) every unsafe request that another site may have caused. Not those to the API and to webhooks, where no
 * session counts. The framework's own check skips requests without an Origin, and all resource routes.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, pattern, context }, next) => {
  const isForPrograms = isApi(pattern) || isWebhook(pattern);
  if (!isSafe(request) && !isForPrograms && !comesFromThisSite(request.headers, url.origin)) {
    throw refusalResponse(context, "CROSS_SITE_REQUEST");
  }
  return next();
};

/**
 * Browsers say where a request comes from in Sec-Fetch-Site (on https and localhost); older ones, and any on plain
 * http, in Origin. A client that sends neither is not a browser with someone's cookies, but not one of ours either.
 */
function comesFromThisSite(headers: Headers, origin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none"; // none: the user, not a page, caused it
  return headers.get("Origin") === origin;
}

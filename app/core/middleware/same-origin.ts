import type { MiddlewareFunction } from "react-router";
import { isApi } from "#app/core/http/api-path.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { isWebhook } from "#app/core/http/webhooks.ts";

/**
 * Refuses (403) every unsafe request that another site may have caused, except those to the API and to
 * webhooks, where sessions are ignored. The framework's own check skips requests without an Origin, and all
 * resource routes.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, pattern, context }, next) => {
  const isForPrograms = isApi(pattern) || isWebhook(pattern);
  if (!isSafe(request) && !isForPrograms && !comesFromThisSite(request.headers, url.origin)) {
    throw refusalResponse(context, "CROSS_SITE_REQUEST");
  }
  return next();
};

/**
 * Browsers send the origin of a request in Sec-Fetch-Site (on https and localhost); older ones, and any on plain http,
 * in Origin. A client that sends neither is not a browser with someone's cookies, but it did not use one of our forms
 * either.
 */
function comesFromThisSite(headers: Headers, origin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none"; // "none": the user caused it, not a page
  return headers.get("Origin") === origin;
}

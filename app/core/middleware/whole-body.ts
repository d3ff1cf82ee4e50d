import type { MiddlewareFunction } from "react-router";
import { platformContext } from "#app/context.ts";
import { isApi } from "#app/core/http/api-path.ts";
import { BODY_REFUSALS } from "#app/core/http/read-body.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";

/**
 * Refuses a request whose body was too large, too slow or unreadable, before any other check. With script, the form
 * keeps the reader's input. The API refuses such a request itself, in its own format.
 */
export const wholeBody: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
  const { bodyRefusal: status } = context.get(platformContext);
  if (status === null || isApi(pattern)) return next();
  throw refusalInPlace(context, BODY_REFUSALS[status]);
};

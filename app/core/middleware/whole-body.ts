import type { MiddlewareFunction } from "react-router";
import { platformContext } from "#app/context.ts";
import { isApi } from "#app/core/http/api-path.ts";
import { BODY_REFUSALS } from "#app/core/http/read-body.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";

/**
 * Refuses a request whose body is too large, came too slowly or can't be read, before anybody is asked who they are. With
 * script, the form stays as it was typed. The API refuses it itself, in its own form.
 */
export const wholeBody: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
  const { bodyRefusal: status } = context.get(platformContext);
  if (status === null || isApi(pattern)) return next();
  throw refusalInPlace(context, BODY_REFUSALS[status]);
};

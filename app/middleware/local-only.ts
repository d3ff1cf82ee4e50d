import { data, type MiddlewareFunction } from "react-router";
import { settingsContext } from "#app/context.ts";

/** For /dev/*: on a deployed worker there is nothing there. */
export const localOnly: MiddlewareFunction<Response> = ({ context }, next) => {
  if (!context.get(settingsContext).LOCAL) throw data(null, { status: 404 });
  return next();
};

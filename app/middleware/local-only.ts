import { data, type MiddlewareFunction } from "react-router";
import { settingsContext } from "#app/context.ts";

/** For /dev/*: a deployed worker answers 404. */
export const localOnly: MiddlewareFunction<Response> = ({ context }, next) => {
  if (!context.get(settingsContext).LOCAL) throw data(null, { status: 404 });
  return next();
};

import { data, type MiddlewareFunction } from "react-router";
import { settingsContext } from "#app/context.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * For /dev/*, where anyone can read login codes: returns 404 except on a developer's own machine.
 *
 * LOCAL alone could be set by mistake on a deployed worker. The host in the URL is the Host header, so a client could
 * claim a loopback name, though Cloudflare routes by that header and would hardly deliver the request. But Cloudflare
 * adds CF-Ray to each request that it delivers, and a client can't remove it. The host name matters on a developer's
 * machine, too, because another site's page may resolve its own name to 127.0.0.1 (DNS rebinding) and read the codes.
 */
export const localOnly: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isLocal =
    context.get(settingsContext).LOCAL && LOOPBACK.includes(url.hostname) && !request.headers.has("CF-Ray");
  if (!isLocal) throw data(null, { status: 404 });
  return next();
};

import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of a site. */
export interface RunningProxy {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Proxies a site on a port of 127.0.0.1.
 * @param headers the headers to set in every request, by lower-case name; undefined removes a header.
 * Browsers can't do this: with an extra header, they omit it from requests that follow a redirect, and they
 * can't be configured to send no cookies
 * @param isHeld whether a path gets no response, and is added to `held` instead
 */
export async function startProxy(
  target: string,
  {
    headers = {},
    isHeld = () => false,
    held = [],
  }: { headers?: Record<string, string | undefined>; isHeld?: (path: string) => boolean; held?: string[] },
): Promise<RunningProxy> {
  const server = createServer((request, response) => {
    const { method, url = "/" } = request;
    if (isHeld(url)) return void held.push(url);
    const kept = Object.entries({ ...request.headers, ...headers }).filter(
      ([, value]) => value !== undefined,
    );
    const asked = ask(new URL(url, target), { method, headers: Object.fromEntries(kept) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

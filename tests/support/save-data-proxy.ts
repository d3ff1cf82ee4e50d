import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Proxies a site and adds Save-Data: on to every request. A browser told to send that header itself omits it from
 * requests that follow a redirect, which no data-saving browser does.
 */
export async function startSaveDataProxy(
  target: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { method, url = "/", headers } = request;
    const asked = ask(
      new URL(url, target),
      { method, headers: { ...headers, "save-data": "on" } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
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

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An event as it was received. */
interface CollectedEvent {
  level: string;
  release: string;
  environment: string;
  message?: string;
  tags: Record<string, string>;
  exception?: {
    values?: {
      type: string;
      value: string;
      stacktrace: { frames?: { filename: string; function: string }[] };
    }[];
  };
}

/** A server that accepts errors as Sentry does (develop.sentry.dev/sdk/data-model/envelopes/). */
export async function startErrorCollector() {
  const events: CollectedEvent[] = [];
  let everything = "";
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      everything += `${request.url} ${JSON.stringify(request.headers)}\n${body}\n`;
      // A header for the envelope, then a header and a payload for each item.
      const [, header = "{}", item = "{}"] = body.split("\n");
      if (JSON.parse(header).type === "event") events.push(JSON.parse(item));
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/42`,
    events,
    /** Everything that the server received: addresses, headers and bodies. */
    everything: () => everything,
    forget() {
      events.length = 0;
      everything = "";
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

// Stands in for the part of Cloudflare's API with which wrangler lists and creates databases, queues and buckets. It
// runs in a separate thread, because our commands wait for wrangler. It reports its port, and then each thing that is
// created.

const there = new Set<string>();

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://api");
  const [, kind = "", own] =
    /^\/accounts\/nobody\/(d1\/database|queues|r2\/buckets)(?:\/(.+))?$/.exec(pathname) ?? [];
  const answer = (result: unknown, status = 200) => {
    const errors = status === 200 ? [] : [{ code: 10006, message: "There is no such thing" }];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: status === 200, errors, messages: [], result }));
  };
  // Statistics, which are only printed.
  if (kind === "") return answer(null);
  if (request.method === "POST") {
    const { name, queue_name } = JSON.parse(await textOf(request)) as Record<string, string>;
    const created = `${kind} ${name ?? queue_name}`;
    there.add(created);
    parentPort?.postMessage(created);
    return answer({ name, queue_name, uuid: "its-id", queue_id: "its-id" });
  }
  const asked = own ?? searchParams.get("name") ?? "";
  const isThere = there.has(`${kind} ${asked}`) || asked === "its-id";
  if (own !== undefined) return answer(isThere ? { name: asked, uuid: "its-id" } : null, isThere ? 200 : 404);
  answer(
    isThere ? [{ name: asked, uuid: "its-id", queue_name: asked, queue_id: "its-id", consumers: [] }] : [],
  );
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_splitSqlQuery } from "wrangler";

/** A request that wrangler sent: its method, its path and its instructions for D1. */
export interface ApiRequest {
  method: string;
  path: string;
  body: { sql?: string; action?: string };
}

/**
 * A real HTTP server that stands in for the part of Cloudflare's API with which wrangler queries a D1 database, imports
 * a file into it, lists the secrets of a worker, and says who is logged in. It uses a database of Miniflare.
 */
export async function startCloudflareApi(d1: D1Database) {
  const secrets: string[] = [];
  const asked: ApiRequest[] = [];
  let uploaded = "";
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "", "http://api").pathname;
    const text = await textOf(request);
    if (request.method === "PUT") {
      uploaded = text;
      response.writeHead(200, { ETag: `"${md5(text)}"` }).end();
      return;
    }
    const body = text ? JSON.parse(text) : {};
    asked.push({ method: request.method ?? "", path, body });
    const answer = await answerTo(path, body).then(
      (result) => ({ success: true, errors: [], messages: [], result }),
      (error: Error) => ({
        success: false,
        errors: [{ code: 7500, message: error.message }],
        messages: [],
        result: null,
      }),
    );
    response.writeHead(answer.success ? 200 : 400, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answerTo(path: string, { sql = "", action }: ApiRequest["body"]): Promise<unknown> {
    if (path.endsWith("/query")) return d1.batch(unstable_splitSqlQuery(sql).map((one) => d1.prepare(one)));
    if (path === "/accounts" || path === "/memberships") return [];
    if (path.endsWith("/secrets")) return secrets.map((name) => ({ name, type: "secret_text" }));
    if (!path.endsWith("/import")) return { uuid: "the-database", name: path.split("/").at(-1) };
    if (action === "init")
      return { success: true, type: "import", upload_url: `${url}/upload`, filename: "file" };
    // As Cloudflare promises, either all statements take effect or none.
    const results = await d1.batch(unstable_splitSqlQuery(uploaded).map((one) => d1.prepare(one)));
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
    const result = { num_queries: results.length, final_bookmark: "bookmark", meta };
    return { success: true, type: "import", status: "complete", messages: [], result };
  }

  return {
    /** The environment in which wrangler talks to this server. */
    env: {
      CLOUDFLARE_API_BASE_URL: url,
      CLOUDFLARE_API_TOKEN: "not-a-token",
      CLOUDFLARE_ACCOUNT_ID: "nobody",
    },
    asked,
    /** The names of the secrets that each worker has. */
    secrets,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as ask } from "node:http";
import { constants, createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createBrotliCompress, constants as zlib } from "node:zlib";

/** The types that the edge compresses. */
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;

/** Headers that are not passed on: those about one HTTP/1 connection, and the length, which compression changes. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length"];

/**
 * Starts a server in front of a worker. Like Cloudflare's edge, it uses HTTP/2 over TLS, and brotli at level
 * 5.
 * @param folder the folder for the server's certificate
 * @returns null without openssl, which makes the certificate
 */
export async function startEdge(
  worker: string,
  folder: string,
): Promise<{ url: string; stop: () => void } | null> {
  const [key, cert] = [path.join(folder, "edge.key"), path.join(folder, "edge.crt")];
  const openssl = spawnSync("openssl", [
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
      " ",
    ),
    ...["-keyout", key, "-out", cert],
  ]);
  if (openssl.status !== 0) return null;
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  server.on("stream", (stream, headers) => {
    const requestHeaders = Object.entries(headers).filter(([name]) => !/^:|^accept-encoding$/.test(name));
    const forward = ask(new URL(headers[":path"] ?? "/", worker), {
      method: headers[":method"] ?? "GET",
      headers: Object.fromEntries(requestHeaders) as Record<string, string>,
    });
    forward.on("error", () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    forward.on("response", (answer) => {
      const kept = Object.fromEntries(
        Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)),
      );
      const compresses = COMPRESSIBLE.test(answer.headers["content-type"] ?? "");
      const encoding = compresses ? { "content-encoding": "br" } : {};
      stream.respond({ ":status": answer.statusCode ?? 502, ...kept, ...encoding });
      if (!compresses) return answer.pipe(stream);
      // A page arrives in pieces, and each is passed on immediately.
      const compress = createBrotliCompress({
        params: { [zlib.BROTLI_PARAM_QUALITY]: 5 },
        flush: zlib.BROTLI_OPERATION_FLUSH,
      });
      answer.pipe(compress).pipe(stream);
    });
    stream.on("error", () => forward.destroy());
    stream.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, stop: () => void server.close() };
}

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The text of the page: some 8 KB, as much as the document of the sign-in page. */
const BODY = Array.from(
  { length: 60 },
  (_, n) =>
    `<h2>Heading ${n}</h2><p>Paragraph ${n}, with ${n * n} words about something of the number ${n}.</p>`,
).join("");

/**
 * Serves a plain page with which pages are compared: HTML with one style sheet, and no script.
 * @param sheet the file of the product's style sheet, which the page uses, so that its styles are as large
 * and take as long to read
 */
export async function servePlainPage(sheet: string): Promise<{ url: string; stop: () => void }> {
  const css = readFileSync(sheet);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/plain.css"><h1>Plain</h1>${BODY}</html>`;
  const server = createServer((request, response) => {
    const isSheet = request.url === "/plain.css";
    response.setHeader("Content-Type", isSheet ? "text/css" : "text/html; charset=utf-8");
    response.end(isSheet ? css : html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

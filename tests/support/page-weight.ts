import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The sizes of the files that a browser first loads for a page, compressed as in responses. 1 KB is 1,000 bytes. */
export interface PageWeight {
  /** The document, with brotli at level 5. */
  htmlKB: number;
  /** The document and the styles that it waits for, with brotli at level 5. They may be in the document. */
  htmlAndStylesKB: number;
  /** The scripts, each with gzip, without the list of routes. */
  scriptKB: number;
  /** The list of routes, with gzip. Each new route makes it longer. */
  routesKB: number;
  /** The names of the script files, without their hashes. */
  scripts: string[];
  /** The code of all these files. */
  code: string;
}

/** Weighs a page of the built worker, without parts that script loads later, such as the first toast. */
export async function weighPage(page: Response): Promise<PageWeight> {
  const html = await page.text();
  const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  const contents = [...files].map((file) => ({
    file,
    content: readFileSync(path.join("build/client", file)),
  }));
  const waitsForSheets = !/<style\b/.test(html);
  const styles = contents.filter(({ file }) => waitsForSheets && file.endsWith(".css"));
  const scripts = contents.filter(({ file }) => file.endsWith(".js"));
  const [routes = [], others = []] = [true, false].map((isList) =>
    scripts.filter(({ file }) => isRouteList(file) === isList),
  );
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0) / 1000;
  const htmlKB = brotli(html) / 1000;
  return {
    htmlKB,
    htmlAndStylesKB: htmlKB + sum(styles.map(({ content }) => brotli(content))),
    scriptKB: sum(others.map(({ content }) => gzipSync(content).byteLength)),
    routesKB: sum(routes.map(({ content }) => gzipSync(content).byteLength)),
    scripts: scripts.map(({ file }) => path.basename(file).replace(/-[\w-]{8}\.js$/, "")),
    code: scripts.map(({ content }) => content).join("\n"),
  };
}

/** Whether a script file is the list of routes. */
export const isRouteList = (file: string): boolean => /\/manifest-\w+\.js$/.test(file);

const brotli = (content: string | Buffer) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength;

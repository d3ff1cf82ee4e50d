import { readFileSync } from "node:fs";
import type { R2Bucket } from "@cloudflare/workers-types";
import type { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** The folder of the pictures that tests upload. */
export const PICTURE_FILES = "tests/support/upload-files";

/** The content of a file in {@link PICTURE_FILES}. */
export const pictureFile = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${PICTURE_FILES}/${name}`));

/** The content of a file with a text. */
export const textFile = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

/** Sends a file as its form does. @param file its bytes; null for a form without a file */
export function postFile(
  visitor: Visitor,
  file: Uint8Array<ArrayBuffer> | null,
  { path, name = "me.jpg" }: { path: string; name?: string },
): Promise<Response> {
  const form = new FormData();
  form.set("file", file ? new File([file], name) : new File([], ""));
  return visitor.fetch(path, { method: "POST", body: form, headers: { "Sec-Fetch-Site": "same-origin" } });
}

/** The addresses of the pictures on a page. */
export const pictureAddresses = async (page: Response): Promise<string[]> => [
  ...new Set([...(await page.text()).matchAll(/src="(\/files\/[^"]+)"/g)].map(([, src]) => src as string)),
];

/** The addresses of the documents on a page. */
export const documentAddresses = async (page: Response): Promise<string[]> =>
  [...(await page.text()).matchAll(/href="([^"]+\/download)"/g)].map(([, path]) => path as string);

const bucketOf = async (worker: TestWorker): Promise<R2Bucket> =>
  (await worker.miniflare.getBindings<{ FILES: R2Bucket }>()).FILES;

/** Puts an object into the bucket. */
export const putObject = async (worker: TestWorker, key: string, content: Uint8Array): Promise<void> =>
  void (await (await bucketOf(worker)).put(key, content));

/** The keys of everything in the bucket. */
export const keptObjects = async (worker: TestWorker): Promise<string[]> =>
  (await (await bucketOf(worker)).list()).objects.map(({ key }) => key);

import { afterAll, beforeAll, expect, test } from "vitest";
import { weighPage } from "#tests/support/page-weight.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let reader: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  reader = await Visitor.signedIn(worker);
});
afterAll(() => worker.stop());

test("a page of 20 books with their covers, and a book that is opened from it, are small", async () => {
  const page = await reader.get("/app/books");
  const html = await page.clone().text();
  expect(html.match(/<svg viewBox="0 0 120 180"/g)).toHaveLength(20);
  const { htmlKB, scriptKB, scripts } = await weighPage(page);
  expect(htmlKB).toBeLessThan(11.6);
  expect(scriptKB).toBeLessThan(153.5);
  expect(scripts.length, scripts.join()).toBeLessThanOrEqual(12);
  const [book = ""] = /\/app\/books\/[\w-]+/.exec(html) ?? [];
  const data = await reader.get(`${book}.data`);
  expect((await data.arrayBuffer()).byteLength).toBeLessThan(2000);
});

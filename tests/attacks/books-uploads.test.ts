import { afterAll, beforeAll, expect, test } from "vitest";
import { delayedBodies, HOLD } from "#tests/support/delayed-bodies.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const bodies = delayedBodies();
let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(bodies.options);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

function upload(headers: Record<string, string> = {}, sender = admin): Promise<Response> {
  const file = `--part\r\nContent-Disposition: form-data; name="file"; filename="books.csv"\r\n\r\ntitle\nDune\r\n--part--\r\n`;
  const body = new Blob([file], { type: "multipart/form-data; boundary=part" });
  return sender.post("/manager/books/import", {}, { body, headers });
}

test("if more uploads arrive than memory can hold, the last one is refused until another one has ended", async () => {
  const rest = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let underWay = 0;
  const others = await Promise.all(
    Array.from({ length: 5 }, () => Visitor.signedIn(worker, { role: "admin" })),
  );
  const first = others.map((other) =>
    bodies.during(
      () => upload(HOLD, other),
      async () => {
        underWay += 1;
        if (underWay === 5) full.resolve();
        await rest.promise;
      },
    ),
  );
  await full.promise;
  const refused = await upload();
  expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([503, "TOO_MANY_UPLOADS"]);
  await expect(refused).toShow(textsIn("en")("code:TOO_MANY_UPLOADS"));
  rest.resolve();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
  expect((await upload()).status).toBe(302);
});

test("one person who holds back their uploads leaves places for others", async () => {
  const rest = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let underWay = 0;
  const first = Array.from({ length: 3 }, () =>
    bodies.during(
      () => upload(HOLD),
      async () => {
        underWay += 1;
        if (underWay === 3) held.resolve();
        await rest.promise;
      },
    ),
  );
  await held.promise;
  const refused = await upload();
  expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([503, "TOO_MANY_UPLOADS"]);
  const other = await Visitor.signedIn(worker, { role: "admin" });
  expect((await upload({}, other)).status).toBe(302);
  rest.resolve();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([302, 302, 302]);
});

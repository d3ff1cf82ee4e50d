import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { files, users } from "#app/schema.ts";
import { delayedBodies, HOLD } from "#tests/support/delayed-bodies.ts";
import { callsOf, disturb, FAULTS, restore, startFaultyWorker } from "#tests/support/faults.ts";
import { sendPicture } from "#tests/support/picture-form.ts";
import { sendRaw } from "#tests/support/raw-http.ts";
import { textsIn } from "#tests/support/texts.ts";
import { pictureAddresses, pictureFile } from "#tests/support/upload-files.ts";
import { expectWhole } from "#tests/support/upload-whole.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Whatever call to D1 or R2 fails during an upload, in the end no row lacks its files, and no file lacks its
// row.

const t = textsIn("en");
const [BEFORE, PHOTO] = [pictureFile("plain.png"), pictureFile("with-place.jpg")];

describe("a picture, while storage fails,", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startFaultyWorker();
  });
  afterAll(() => worker.stop());

  test("is saved completely or not at all, and the previous picture stays until it is, whichever call fails", async () => {
    const first = await Visitor.signedIn(worker);
    const calls = callsOf(await sendPicture(first, PHOTO));
    expect(calls.filter((call) => /R2|Images/.test(call)).length).toBeGreaterThan(8);
    for (const fault of FAULTS) {
      for (let call = 1; call <= calls.length; call++) {
        const reader = await Visitor.signedIn(worker);
        await sendPicture(reader, BEFORE);
        disturb(reader, call, fault);
        const sent = await sendPicture(reader, PHOTO);
        restore(reader);
        const page = await reader.get("/app/account");
        const what = `${fault}: call ${call}, ${calls[call - 1]}: ${sent.status}`;
        const addresses = await pictureAddresses(page);
        expect([what, addresses.length]).toEqual([what, 1]);
        expect([what, (await reader.get(addresses[0] ?? "")).status]).toEqual([what, 200]);
        expect([what, (await sendPicture(reader, PHOTO)).status]).toEqual([what, 302]);
        const ready = and(eq(files.userId, reader.userId ?? ""), isNotNull(files.readyAt));
        expect([what, await worker.db.$count(files, ready)]).toEqual([what, 1]);
      }
    }
    await expectWhole(worker);
  });
});

/**
 * Runs in front of the worker. Its long time limits end immediately, and it passes on only the first half of
 * a body if the request has the header X-Stall.
 */
const STALLING = (main: string): string => `
import worker from "${main}";

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => timeout(time >= 60_000 ? 500 : time);

export default {
  ...worker,
  async fetch(request, env, execution) {
    if (!request.headers.has("X-Stall")) return worker.fetch(request, env, execution);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const pieces = [bytes.slice(0, bytes.length / 2)];
    const pull = (controller) => pieces.length > 0 ? controller.enqueue(pieces.pop()) : new Promise(() => {});
    const headers = new Headers(request.headers);
    headers.delete("Content-Length");
    headers.delete("X-Stall");
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    return worker.fetch(new Request(request, { body, headers }), env, execution);
  },
};
`;

test("a picture that does not arrive in time is refused, the page says so, and nothing of it stays", async () => {
  const worker = await startTestWorker({ inFront: STALLING });
  const reader = await Visitor.signedIn(worker);
  await sendPicture(reader, BEFORE);
  const [address] = await pictureAddresses(await reader.get("/app/account"));
  const { headers } = reader;
  reader.headers = { ...headers, "X-Stall": "yes" };
  const late = await sendPicture(reader, PHOTO);
  reader.headers = headers;
  expect([late.status, late.headers.get("X-Error-Code")]).toEqual([408, "REQUEST_TIMEOUT"]);
  await expect(late).toShow(t("code:REQUEST_TIMEOUT"));
  expect(await worker.db.$count(files)).toBe(1);
  expect(await pictureAddresses(await reader.get("/app/account"))).toEqual([address]);
  await expectWhole(worker);
  await worker.stop();
});

describe("a picture whose sender", () => {
  const bodies = delayedBodies();
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startTestWorker(bodies.options);
  });
  afterAll(() => worker.stop());

  test("loses their account during the upload leaves nothing", async () => {
    const reader = await Visitor.signedIn(worker);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    reader.headers = { ...reader.headers, ...HOLD };
    const sent = await bodies.during(
      () => sendPicture(reader, PHOTO),
      () => admin.post(`/manager/users/${reader.userId}`, { intent: "delete" }),
    );
    expect(sent.status).not.toBe(200);
    expect(sent.status, "the response is a refusal, not a failure").toBeLessThan(500);
    expect(await worker.db.$count(users, eq(users.id, reader.userId ?? ""))).toBe(0);
    expect(await worker.db.$count(files)).toBe(0);
    await expectWhole(worker);
  });

  test("finds as many others uploading as memory can hold is refused until one has ended", async () => {
    const reader = await Visitor.signedIn(worker);
    const others = await Promise.all(Array.from({ length: 8 }, () => Visitor.signedIn(worker)));
    const rest = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    let underWay = 0;
    const first = others.map((other) => {
      other.headers = { ...other.headers, ...HOLD };
      return bodies.during(
        () => sendPicture(other, PHOTO),
        async () => {
          underWay += 1;
          if (underWay === others.length) full.resolve();
          await rest.promise;
        },
      );
    });
    await full.promise;
    const refused = await sendPicture(reader, PHOTO);
    expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([503, "TOO_MANY_UPLOADS"]);
    await expect(refused).toShow(t("code:TOO_MANY_UPLOADS"));
    rest.resolve();
    for (const sent of await Promise.all(first)) expect(sent).toRedirectTo("/app/account");
    expect(await sendPicture(reader, PHOTO)).toRedirectTo("/app/account");
    await expectWhole(worker);
  });

  test("holds back several uploads leaves places for others", async () => {
    const reader = await Visitor.signedIn(worker);
    reader.headers = { ...reader.headers, ...HOLD };
    const rest = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let underWay = 0;
    const first = Array.from({ length: 3 }, () =>
      bodies.during(
        () => sendPicture(reader, PHOTO),
        async () => {
          underWay += 1;
          if (underWay === 3) held.resolve();
          await rest.promise;
        },
      ),
    );
    await held.promise;
    reader.headers = Object.fromEntries(Object.entries(reader.headers).filter(([name]) => !(name in HOLD)));
    const refused = await sendPicture(reader, PHOTO);
    expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([503, "TOO_MANY_UPLOADS"]);
    expect(await sendPicture(await Visitor.signedIn(worker), PHOTO)).toRedirectTo("/app/account");
    rest.resolve();
    for (const sent of await Promise.all(first)) expect(sent).toRedirectTo("/app/account");
    await expectWhole(worker);
  });

  test("disconnects during the upload leaves nothing", async () => {
    const reader = await Visitor.signedIn(worker);
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const head = [
      "POST /account/picture HTTP/1.1",
      `Host: ${new URL(worker.url).host}`,
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${cookie}`,
      "Content-Type: multipart/form-data; boundary=cut",
      "Content-Length: 2000000",
      "",
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="me.jpg"',
      "Content-Type: image/jpeg",
      "",
      "",
    ].join("\r\n");
    await sendRaw(worker.url, head, PHOTO);
    expect(
      await worker.db.$count(files, and(eq(files.userId, reader.userId ?? ""), isNotNull(files.readyAt))),
    ).toBe(0);
    await expectWhole(worker);
  });
});

import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { files, users } from "#app/schema.ts";
import { delayedBodies, HOLD } from "#tests/support/delayed-bodies.ts";
import { callsOf, disturb, FAULTS, restore, startFaultyWorker } from "#tests/support/faults.ts";
import { sendPicture } from "#tests/support/picture-form.ts";
import { sendRaw } from "#tests/support/raw-http.ts";
import { pictureAddresses, pictureFile } from "#tests/support/upload-files.ts";
import { expectWhole } from "#tests/support/upload-whole.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Whatever fails between D1 and R2 during an upload, in the end no row lacks its files and no file lacks its row.

const [BEFORE, PHOTO] = [pictureFile("plain.png"), pictureFile("with-place.jpg")];

describe("a picture, while storage fails,", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startFaultyWorker();
  });
  afterAll(() => worker.stop());

  test("is saved or not, and the previous one stays until then, whichever call fails", async () => {
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

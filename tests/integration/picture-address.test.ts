import { afterAll, beforeAll, expect, test } from "vitest";
import { sendPicture } from "#tests/support/picture-form.ts";
import { pictureAddresses, pictureFile } from "#tests/support/upload-files.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let stranger: Visitor;
let address: string;
beforeAll(async () => {
  worker = await startTestWorker();
  stranger = new Visitor(worker);
  const reader = await Visitor.signedIn(worker);
  await sendPicture(reader, pictureFile("plain.png"));
  [address = ""] = await pictureAddresses(await reader.get("/app/account"));
});
afterAll(() => worker.stop());

test("the file behind an address costs no query, is cached for good, and can run nothing", async () => {
  const reader = await Visitor.signedIn(worker);
  const response = await reader.get(address);
  expect(response.status).toBe(200);
  expect(databaseCost(response).roundTrips).toBe(0);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, max-age=31536000, immutable",
    "content-type": "image/webp",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    vary: "Accept-Encoding",
  });
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("an address is valid for one file in one size", async () => {
  const [, , id = "", size = "", proof = ""] = address.split("/");
  const other = size === "small" ? "large" : "small";
  for (const forged of [
    `/files/${id}/${other}/${proof}`,
    `/files/${id}/source/${proof}`,
    `/files/${id}/${size}/${proof.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
    `/files/${crypto.randomUUID()}/${size}/${proof}`,
    `/files/${id}/${size}/`,
  ]) {
    expect([forged, (await stranger.get(forged)).status]).toEqual([forged, 404]);
  }
});

test("a browser that has the file does not load it again", async () => {
  const first = await stranger.get(address);
  const etag = first.headers.get("ETag") ?? "";
  const again = await stranger.get(address, { headers: { "If-None-Match": etag } });
  expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
  const changed = await stranger.get(address, { headers: { "If-Match": '"another"' } });
  expect(changed.status).toBe(412);
});

test("a part of the file can be requested", async () => {
  const whole = Buffer.from(await (await stranger.get(address)).arrayBuffer());
  const size = whole.byteLength;
  for (const [range, begin, end] of [
    ["bytes=0-3", 0, 4],
    ["bytes=8-11", 8, 12],
    [`bytes=${size - 5}-`, size - 5, size],
    ["bytes=-5", size - 5, size],
  ] as const) {
    const part = await stranger.get(address, { headers: { Range: range } });
    expect([range, part.status, part.headers.get("Content-Range")]).toEqual([
      range,
      206,
      `bytes ${begin}-${end - 1}/${size}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(begin, end));
  }
  const { headers } = await stranger.get(address);
  const rest = (etag: string) => stranger.get(address, { headers: { Range: "bytes=8-", "If-Range": etag } });
  expect((await rest(headers.get("ETag") ?? "")).status).toBe(206);
  const replaced = await rest('"of the file before"');
  expect([replaced.status, Buffer.from(await replaced.arrayBuffer())]).toEqual([200, whole]);
  for (const none of ["bytes=999999-", `bytes=${size}-`, "bytes=-0"]) {
    const refused = await stranger.get(address, { headers: { Range: none } });
    expect([none, refused.status, refused.headers.get("Content-Range")]).toEqual([
      none,
      416,
      `bytes */${size}`,
    ]);
  }
});

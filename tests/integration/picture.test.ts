import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE } from "#app/core/lib/durations.ts";
import { auditLog, budgets, files } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { sendPicture } from "#tests/support/picture-form.ts";
import { textsIn } from "#tests/support/texts.ts";
import { keptObjects, pictureAddresses, pictureFile } from "#tests/support/upload-files.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PHOTO = pictureFile("with-place.jpg");
const [PAGE, FOR_SCRIPT] = ["/account/picture", "/account/picture/file"];

let worker: TestWorker;
let stranger: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  stranger = new Visitor(worker);
});
afterAll(() => worker.stop());

const filesOf = ({ userId }: Visitor) =>
  worker.db
    .select()
    .from(files)
    .where(eq(files.userId, userId ?? ""));

const addressesOf = async (reader: Visitor) => pictureAddresses(await reader.get("/app/account"));

/** Finds the files in the bucket that belong to no row. */
async function orphans(): Promise<string[]> {
  await runCron(worker, EVERY_15_MINUTES, MINUTE);
  const rows = await worker.db.select({ id: files.id }).from(files);
  return (await keptObjects(worker)).filter((key) => !rows.some(({ id }) => key.startsWith(`files/${id}/`)));
}

describe("an uploaded picture", () => {
  test.for(["with-place.jpg", "plain.png", "plain.webp", "plain.avif", "plain.gif"])(
    "is redrawn, and shown on the account page: %s",
    async (name) => {
      const reader = await Visitor.signedIn(worker);
      const sent = await sendPicture(reader, pictureFile(name), { name });
      expect([sent.status, sent.headers.get("Location")]).toEqual([302, "/app/account"]);
      await expect(await reader.get("/app/account")).toShow(t("upload:picture.saved"));
      const [address = ""] = await addressesOf(reader);
      const shown = Buffer.from(await (await stranger.get(address)).arrayBuffer());
      expect(shown.subarray(8, 12).toString()).toBe("WEBP");
      for (const hidden of ["Exif", "Deckle", "script"]) expect(shown.includes(hidden)).toBe(false);
      const [file, ...others] = await filesOf(reader);
      expect([file, others]).toMatchObject([{ name, bytes: pictureFile(name).byteLength }, []]);
      const kept = (await keptObjects(worker)).filter((key) => key.includes(file?.id ?? "no id"));
      expect(kept).toEqual([`files/${file?.id}/large`, `files/${file?.id}/small`]);
    },
  );

  test("may be larger than one chunk of an upload", async () => {
    const reader = await Visitor.signedIn(worker);
    // Decoders ignore bytes after the end of a picture.
    const large = new Uint8Array(7 * 1024 * 1024);
    large.set(PHOTO);
    expect((await sendPicture(reader, large)).headers.get("Location")).toBe("/app/account");
    const [address = ""] = await addressesOf(reader);
    expect((await stranger.get(address)).status).toBe(200);
    expect(await filesOf(reader)).toMatchObject([{ bytes: large.byteLength }]);
  });

  test("replaces the previous picture, whose address stops working soon after", async () => {
    const reader = await Visitor.signedIn(worker);
    await sendPicture(reader, PHOTO);
    const [before = ""] = await addressesOf(reader);
    await sendPicture(reader, pictureFile("plain.png"));
    const [after = ""] = await addressesOf(reader);
    expect(after).not.toBe(before);
    expect(await orphans()).toEqual([]);
    expect((await stranger.get(before)).status).toBe(404);
    expect((await stranger.get(after)).status).toBe(200);
  });

  test("is kept if it is one of two at the same time, and the other one leaves no file", async () => {
    const reader = await Visitor.signedIn(worker);
    const sent = await Promise.all([
      sendPicture(reader, PHOTO),
      sendPicture(reader, pictureFile("plain.png")),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([302, 302]);
    expect(await filesOf(reader)).toHaveLength(1);
    expect(await orphans()).toEqual([]);
    const [address = ""] = await addressesOf(reader);
    expect((await stranger.get(address)).status).toBe(200);
  });

  test("is in the menu of the manager and on the page of the user", async () => {
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await sendPicture(admin, PHOTO);
    const page = await admin.get(`/manager/users/${admin.userId}`);
    expect(databaseCost(page).roundTrips).toBe(1);
    const addresses = await pictureAddresses(page);
    expect(addresses.map((address) => address.split("/")[3]).sort()).toEqual(["large", "small"]);
  });

  test("that script sends gets a response with the next page's address, or with the error", async () => {
    const reader = await Visitor.signedIn(worker);
    const taken = await sendPicture(reader, PHOTO, { path: FOR_SCRIPT });
    expect([taken.status, await taken.json()]).toEqual([200, { to: "/app/account" }]);
    await expect(await reader.get("/app/account")).toShow(t("upload:picture.saved"));
    const refused = await sendPicture(reader, null, { path: FOR_SCRIPT });
    expect([refused.status, await refused.json()]).toEqual([400, { message: t("upload:errors.missing") }]);
  });
});

describe("a file that can't be shown as a picture", () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const LARGE = new Uint8Array(10 * 1024 * 1024 + 1);
  LARGE.set(PHOTO);

  test.for([
    ["no file", null, 400, "missing", {}],
    ["an SVG", bytesOf(SVG), 400, "noPicture", {}],
    ["a page called me.jpg", bytesOf("<!doctype html><script>alert(1)</script>"), 400, "noPicture", {}],
    // The worker must read the rest of the file, because browsers show no response before they have sent
    // everything.
    ["a large text", bytesOf("No picture. ".repeat(100_000)), 400, "noPicture", {}],
    ["half a picture", PHOTO.slice(0, 300), 400, "unreadable", {}],
    ["10,000 by 10,000 pixels", pictureFile("bomb.png"), 400, "tooManyPixels", { megapixels: 50 }],
    ["a byte too many", LARGE, 413, "tooLarge", { megabytes: 10 }],
  ] as const)(
    "is refused with a message at its field, and stores nothing: %s",
    async ([, file, status, error, values]) => {
      const reader = await Visitor.signedIn(worker);
      const refused = await sendPicture(reader, file);
      expect(refused.status).toBe(status);
      await expect(refused).toShow(t(`upload:errors.${error}`, values));
      expect(await filesOf(reader)).toEqual([]);
      expect(await orphans()).toEqual([]);
    },
  );

  test("leaves the current picture in place", async () => {
    const reader = await Visitor.signedIn(worker);
    await sendPicture(reader, PHOTO);
    const [address] = await addressesOf(reader);
    await sendPicture(reader, pictureFile("bomb.png"));
    expect(await addressesOf(reader)).toEqual([address]);
  });
});

test("a user who has uploaded 50 files today can't upload more", async () => {
  const reader = await Visitor.signedIn(worker);
  const beganAt = Date.now() - (Date.now() % 86_400_000);
  await worker.db.insert(budgets).values({ id: `files:${reader.userId}`, beganAt, used: 50 });
  const refused = await sendPicture(reader, pictureFile("plain.png"));
  expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([429, "TOO_MANY_FILES"]);
  await expect(refused).toShow(t("code:TOO_MANY_FILES"));
  expect(await filesOf(reader)).toEqual([]);
});

test.each([
  ["take up a gigabyte", { count: 1, bytes: 1_000_000_000 }],
  ["leave less of a gigabyte than the file needs", { count: 1, bytes: 999_999_900 }],
  ["are a thousand", { count: 1000, bytes: 1 }],
])("a user whose files %s can upload nothing more until they delete one", async (_, others) => {
  const reader = await Visitor.signedIn(worker);
  const { userId } = reader;
  const own = { userId, kind: "sample", bytes: others.bytes, createdAt: 1, readyAt: 1 };
  const rows = Array.from({ length: others.count }, () => ({ ...own, rowId: crypto.randomUUID() }));
  await sendPicture(reader, PHOTO);
  for (let n = 0; n < rows.length; n += 10) await worker.db.insert(files).values(rows.slice(n, n + 10));
  const before = await filesOf(reader);
  const refused = await sendPicture(reader, PHOTO);
  expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([409, "NO_SPACE_FOR_FILES"]);
  await expect(refused).toShow(t("code:NO_SPACE_FOR_FILES"));
  expect(await filesOf(reader)).toEqual(before);
  await worker.db.delete(files).where(eq(files.rowId, rows[0]?.rowId ?? ""));
  expect(await sendPicture(reader, PHOTO)).toRedirectTo("/app/account");
});

describe("a picture", () => {
  const entriesOf = ({ userId }: Visitor, action: "picture.set" | "picture.remove") =>
    worker.db.$count(auditLog, and(eq(auditLog.subjectId, userId ?? ""), eq(auditLog.action, action)));

  test("is removed by its owner, once", async () => {
    const reader = await Visitor.signedIn(worker);
    await sendPicture(reader, PHOTO);
    const [address = ""] = await addressesOf(reader);
    for (let n = 0; n < 2; n++) await reader.post(PAGE, { intent: "remove-file" });
    await expect(await reader.get("/app/account")).toShow(t("upload:picture.removed"));
    expect(await addressesOf(reader)).toEqual([]);
    expect(await orphans()).toEqual([]);
    expect((await stranger.get(address)).status).toBe(404);
    expect([await entriesOf(reader, "picture.set"), await entriesOf(reader, "picture.remove")]).toEqual([
      1, 1,
    ]);
  });

  test("is removed by an administrator, after a confirmation", async () => {
    const reader = await Visitor.signedIn(worker);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await sendPicture(reader, PHOTO);
    const page = `/manager/users/${reader.userId}`;
    await expect(await admin.get(`${page}?confirm=remove-picture`)).toShow(t("picture:confirmRemove"));
    await admin.post(page, { intent: "remove-user-picture" });
    await expect(await admin.get(page)).toShow(t("upload:picture.removed"));
    expect(await addressesOf(reader)).toEqual([]);
    expect(await entriesOf(reader, "picture.remove")).toBe(1);
  });

  test("is deleted with its owner's account", async () => {
    const reader = await Visitor.signedIn(worker);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await sendPicture(reader, PHOTO);
    const [address = ""] = await addressesOf(reader);
    await admin.post(`/manager/users/${reader.userId}`, { intent: "delete" });
    expect(await filesOf(reader)).toEqual([]);
    expect(await orphans()).toEqual([]);
    expect((await stranger.get(address)).status).toBe(404);
  });
});

test("without a store for files, pages offer no pictures", async () => {
  const bare = await startTestWorker({ overrides: { r2Buckets: {}, images: undefined as never } });
  const reader = await Visitor.signedIn(bare);
  expect(await (await reader.get("/app/account")).text()).not.toContain(PAGE);
  expect((await reader.get(PAGE)).status).toBe(404);
  expect((await sendPicture(reader, PHOTO)).status).toBe(404);
  await bare.stop();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { files } from "#app/schema.ts";
import { isolateHeap } from "#scripts/lib/isolate-heap.ts";
import { sendPicture } from "#tests/support/picture-form.ts";
import { pictureAddresses, pictureFile } from "#tests/support/upload-files.ts";
import { expectWhole } from "#tests/support/upload-whole.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Twenty people upload pictures, and half of them lose their account during an upload. PICTURES=1000 uploads
// as many pictures as these people may send in a day.

const PEOPLE = 20;
const ROUNDS = Math.ceil(Number(process.env.PICTURES ?? 100) / PEOPLE);
/** How many uploads run at the same time. An isolate accepts at most eight. */
const AT_ONCE = 7;
/**
 * How many bytes the heap may grow. This leaves room for code that is compiled and cached later, but not for
 * memory that each picture keeps.
 */
const HEAP_GROWTH = 8 * 1024 * 1024;

const PICTURES = [pictureFile("plain.png"), pictureFile("with-place.jpg"), pictureFile("plain.webp")];

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ inspect: true });
});
afterAll(() => worker.stop());

const heap = () =>
  isolateHeap(worker.miniflare, async () => (await new Visitor(worker).get("/healthz")).text());

test("many uploads, with half of the people losing their account, leave no file without a row and no row without its files", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => Visitor.signedIn(worker)));
  const gone = new Set<Visitor>();
  let heapAtFirst = 0;

  /**
   * Sends a picture. Every second person loses their account while sending one. Each of them loses it in a
   * different round, as long as there are enough rounds.
   */
  async function takeTurn(person: Visitor, n: number, round: number): Promise<void> {
    const isLast = n % 2 === 1 && round === Math.min(1 + ((n / 2) | 0), ROUNDS - 1);
    const deletes = isLast ? [admin.post(`/manager/users/${person.userId}`, { intent: "delete" })] : [];
    const picture = PICTURES[(n + round) % PICTURES.length] as Uint8Array<ArrayBuffer>;
    const [sent] = await Promise.all([sendPicture(person, picture), ...deletes]);
    if (isLast) gone.add(person);
    else expect(sent.status).toBe(302);
    expect(sent.status).toBeLessThan(500);
  }

  for (let round = 0; round < ROUNDS; round++) {
    for (let first = 0; first < PEOPLE; first += AT_ONCE) {
      const senders = people.slice(first, first + AT_ONCE);
      await Promise.all(
        senders.map((person, n) => (gone.has(person) ? null : takeTurn(person, first + n, round))),
      );
    }
    if (round === 0) heapAtFirst = await heap();
  }

  expect(gone.size).toBe(PEOPLE / 2);
  expect(await worker.db.$count(files)).toBe(PEOPLE / 2);
  expect((await heap()) - heapAtFirst).toBeLessThan(HEAP_GROWTH);
  await expectWhole(worker);
  for (const person of people.filter((one) => !gone.has(one))) {
    const addresses = await pictureAddresses(await person.get("/app/account"));
    expect(addresses).toHaveLength(1);
    expect((await person.get(addresses[0] ?? "")).status).toBe(200);
  }
});

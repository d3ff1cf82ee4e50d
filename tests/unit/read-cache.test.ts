import { Miniflare, Response as RuntimeResponse } from "miniflare";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE } from "#app/core/lib/durations.ts";
import { type CachedRead, type CacheStore, ReadCache } from "#app/core/read-cache/read-cache.server.ts";

// The test provides the clock and the database. The Cache API is that of the local runtime.

const ORIGIN = "https://deckle.test";
const NOW = Date.now();

let runtime: Miniflare;
let store: CacheStore;
let database: Database;

beforeAll(async () => {
  runtime = new Miniflare({ modules: true, script: "export default {}" });
  const caches = await runtime.getCaches();
  let test = 0;
  openStore = async () => {
    const cache = await caches.open(`reads-${test++}`);
    return {
      get: async (url) => (await cache.match(url))?.text(),
      put: (url, text, maxAge) =>
        cache.put(url, new RuntimeResponse(text, { headers: { "Cache-Control": `max-age=${maxAge}` } })),
    };
  };
});
afterAll(() => runtime.dispose());

let openStore: () => Promise<CacheStore>;
beforeEach(async () => {
  store = await openStore();
  database = new Database();
});

/** A database whose state is a number, with bookmarks that sort by age, and a count of reads. */
class Database {
  state = 1;
  reads = 0;
  /** Runs before a read is answered. */
  beforeAnswer: () => Promise<void> = async () => {};

  /** Holds reads back until the test releases them. `begun` resolves with the first. */
  hold() {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.beforeAnswer = () => {
      begun.resolve();
      return released.promise;
    };
    return { begun: begun.promise, release: released.resolve };
  }

  read = async (now: number, confirmedAt = now): Promise<CachedRead<number>> => {
    this.reads++;
    const { state } = this;
    await this.beforeAnswer();
    return { data: state, readAt: now, confirmedAt, bookmark: bookmarkOf(state) };
  };
}

const bookmarkOf = (state: number) => String(state).padStart(8, "0");

/** Resolves once the requested reads have joined a running read. Without a store, they wait for nothing else. */
const joined = () => new Promise((resolve) => setImmediate(resolve));

/** An isolate with the cache in front of the store. */
function isolate(maxCharacters = 100_000) {
  const cache = new ReadCache(maxCharacters);
  const background: Promise<unknown>[] = [];
  const inBackground = (task: () => Promise<unknown>) => {
    background.push(task().catch(() => {}));
  };
  /**
   * `floor` is the state that the browser has seen in this data centre. `elsewhere` is the state that it has
   * seen in another one.
   */
  const read = async (
    now = NOW,
    { floor = 0, elsewhere = 0, page = "/books", at = store as CacheStore | null } = {},
  ) =>
    (
      await cache.read<number>({
        url: ORIGIN + page,
        tables: ["books"],
        floors: {
          isolate: floor ? bookmarkOf(floor) : null,
          dataCentre: elsewhere ? bookmarkOf(elsewhere) : null,
        },
        now,
        store: at,
        read: () => database.read(now),
        renew: () => database.read(now),
        inBackground,
      })
    ).data;
  /** Waits for everything that runs after responses. */
  const settle = async () => {
    while (background.length > 0) await Promise.all(background.splice(0));
  };
  return { cache, read, settle };
}

test("for a minute, all isolates of a data centre together ask the database once for a read", async () => {
  const [one, other] = [isolate(), isolate()];
  expect(await one.read()).toBe(1);
  await one.settle();
  database.state = 2;
  expect(await one.read(NOW + MINUTE - 1)).toBe(1);
  expect(await other.read(NOW + MINUTE - 1)).toBe(1);
  expect(database.reads).toBe(1);
});

test("a read older than a minute is used once more, and renewed in the background", async () => {
  const { read, settle } = isolate();
  await read();
  await settle();
  database.state = 2;
  expect(await read(NOW + MINUTE)).toBe(1);
  await settle();
  expect(database.reads).toBe(2);
  expect(await read(NOW + MINUTE)).toBe(2);
  await settle();
  expect(database.reads).toBe(2);
});

test.each([
  ["in the data centre", () => store],
  ["in the isolate", () => null],
])("no copy %s is used after five minutes", async (_, at) => {
  const { read, settle } = isolate();
  await read(NOW, { at: at() });
  await settle();
  database.state = 2;
  expect(await read(NOW + 5 * MINUTE, { at: at() })).toBe(2);
});

test("without copies in the data centre, the isolate's own copy is used once more, and renewed", async () => {
  const { read, settle } = isolate();
  await read(NOW, { at: null });
  database.state = 2;
  expect(await read(NOW + 5 * MINUTE - 1, { at: null })).toBe(1);
  await settle();
  expect(await read(NOW + 5 * MINUTE, { at: null })).toBe(2);
  expect(database.reads).toBe(2);
});

test("the age counts from the time when the primary confirmed the state, not from when a replica was asked", async () => {
  const { cache, settle } = isolate();
  const use = (now: number) =>
    cache.read<number>({
      url: `${ORIGIN}/books`,
      tables: [],
      floors: { isolate: null, dataCentre: null },
      now,
      store: null,
      read: () => database.read(now, now - 4 * MINUTE),
      renew: () => database.read(now),
      inBackground: () => {},
    });
  await use(NOW);
  expect((await use(NOW + 59_000)).confirmedAt).toBe(NOW - 4 * MINUTE);
  await use(NOW + MINUTE);
  await settle();
  expect(database.reads).toBe(2);
});

test("a hundred simultaneous readers ask the database once", async () => {
  const { read } = isolate();
  const { begun, release } = database.hold();
  const all = Promise.all(Array.from({ length: 100 }, () => read(NOW, { at: null })));
  await begun;
  await joined();
  release();
  expect(new Set(await all)).toEqual(new Set([1]));
  expect(database.reads).toBe(1);
});

test("a read that fails is not cached, and requests that joined it read again themselves", async () => {
  const { read } = isolate();
  let failures = 1;
  database.beforeAnswer = async () => {
    if (failures-- > 0) throw new Error("D1_ERROR");
  };
  const [first, second] = await Promise.allSettled([read(), read()]);
  expect(first.status).toBe("rejected");
  expect(second).toMatchObject({ value: 1 });
  expect(await read()).toBe(1);
});

test("a browser never gets a copy older than what it has written or seen", async () => {
  const [one, other] = [isolate(), isolate()];
  await one.read();
  await one.settle();
  await other.read();
  database.state = 2;
  // The isolate's own copy may be older than the one of the data centre, which this browser may have seen.
  expect(await one.read(NOW, { floor: 2 })).toBe(1);
  // The browser has seen a newer state in another data centre.
  expect(await one.read(NOW, { floor: 2, elsewhere: 2 })).toBe(2);
  await one.settle();
  expect(await other.read(NOW, { floor: 2, elsewhere: 2 }), "from the data centre").toBe(2);
  expect(database.reads).toBe(2);
});

test("a request that has joined a running read reads again if the result is too old for it", async () => {
  const { read } = isolate();
  const { begun, release } = database.hold();
  const early = read(NOW, { at: null });
  await begun;
  database.state = 2;
  const late = read(NOW, { floor: 2, elsewhere: 2, at: null });
  await joined();
  release();
  expect([await early, await late]).toEqual([1, 2]);
});

test("a change of a table makes all isolates in the data centre read again, even those whose read had begun", async () => {
  const [one, other] = [isolate(), isolate()];
  await one.read();
  await one.settle();
  database.state = 2;
  await one.cache.forget("books", { at: NOW + 1, bookmark: bookmarkOf(2) }, { store, origin: ORIGIN });
  expect(await one.read(NOW + 2)).toBe(2);
  await one.settle();
  expect(await other.read(NOW + 2)).toBe(2);
  expect(database.reads).toBe(2);
  await one.cache.forget("genres", { at: NOW + 3, bookmark: bookmarkOf(3) }, { store, origin: ORIGIN });
  expect(await other.read(NOW + 4), "another table").toBe(2);
  expect(database.reads).toBe(2);
});

test("an isolate keeps a bounded number of characters, and drops what was used longest ago", async () => {
  const { cache, read } = isolate(1000);
  for (let n = 0; n < 1000; n++) {
    await read(NOW, { page: `/books/${n}`, at: null });
    await read(NOW, { page: "/books/0", at: null });
    expect(cache.characters).toBeLessThanOrEqual(1000);
  }
  expect(database.reads).toBe(1000);
});

test("the characters of long URLs are also limited, because a reader can make up any number of URLs", async () => {
  const { read } = isolate(1000);
  const [one, other] = ["a", "b"].map((letter) => `/books?genre=${letter.repeat(600)}`);
  for (const page of [one, other, one]) await read(NOW, { page, at: null });
  expect(database.reads).toBe(3);
});

test("a read that ends late does not replace a newer copy in the data centre", async () => {
  const [slow, quick, other] = [isolate(), isolate(), isolate()];
  const { begun, release } = database.hold();
  const old = slow.read();
  await begun;
  database.beforeAnswer = async () => {};
  database.state = 2;
  await quick.read(NOW + 1);
  await quick.settle();
  release();
  expect(await old).toBe(1);
  await slow.settle();
  expect(await other.read(NOW + 2)).toBe(2);
  expect(database.reads).toBe(2);
});

test("if two changes are noted, the newer one applies, even if it is noted first", async () => {
  const { cache, read, settle } = isolate();
  database.state = 3;
  await read();
  await settle();
  await cache.forget("books", { at: NOW + 1, bookmark: bookmarkOf(4) }, { store, origin: ORIGIN });
  await cache.forget("books", { at: NOW + 2, bookmark: bookmarkOf(2) }, { store, origin: ORIGIN });
  database.state = 4;
  expect(await read(NOW + 3)).toBe(4);
});

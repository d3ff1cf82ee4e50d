import { newestOf } from "#app/core/db/replicated-database.server.ts";
import { answerOf } from "#app/core/db/storage-time-limit.ts";
import { MINUTE } from "#app/core/lib/durations.ts";

/** For how long a cached read needs no renewal (docs/product.md, Numbers). Milliseconds. */
const FRESH_FOR = MINUTE;
/**
 * The age at which a cached read is no longer used, in milliseconds. It is also how far pages may lag at most
 * (docs/decisions/0035).
 */
const USABLE_FOR = 5 * MINUTE;

/** The result of a read, with the state of the database that it shows. */
export interface CachedRead<Data = unknown> {
  data: Data;
  /** When the read started. Milliseconds since 1970. */
  readAt: number;
  /** When the primary last confirmed that state. Milliseconds since 1970. */
  confirmedAt: number;
  /** D1's bookmark of that state; null if D1 gave none. */
  bookmark: string | null;
}

/**
 * The bookmarks that a cached read must have seen, so that a browser sees its own writes and never goes back
 * in time.
 */
export interface Floors {
  /**
   * The bookmark that a copy in the cache of the data centre must have seen. All its isolates share that
   * cache.
   */
  dataCentre: string | null;
  /**
   * The bookmark that a copy in the memory of one isolate must have seen. It may be older than the copy of
   * its data centre.
   */
  isolate: string | null;
}

/** The copies of a data centre, by URL. None of the methods rejects. */
export interface CacheStore {
  get(url: string): Promise<string | undefined>;
  /** @param maxAge how long to keep the copy, in seconds */
  put(url: string, text: string, maxAge: number): Promise<void>;
}

/** A read that may come from the cache. */
export interface CacheableRead<Data> {
  /** An absolute URL that names what is read. */
  url: string;
  /** The shared tables that the read uses, by their names in the database. */
  tables: readonly string[];
  floors: Floors;
  /** Milliseconds since 1970. */
  now: number;
  /** The data centre's copies; null where there are none. */
  store: CacheStore | null;
  /** Reads the database for a reader who waits. @param floor a bookmark that the read must have seen; null for any */
  read: (floor: string | null) => Promise<CachedRead<Data>>;
  /** Reads the primary for later readers. */
  renew: () => Promise<CachedRead<Data>>;
  /** Runs a task after the response. */
  inBackground: (task: () => Promise<unknown>) => void;
}

/** When a table was last changed in this data centre. */
interface Change {
  /** Milliseconds since 1970. */
  at: number;
  /** The state of the database after the change; null if unknown. */
  bookmark: string | null;
}

/** An isolate's copy. */
interface Copy extends CachedRead {
  characters: number;
}

/**
 * Caches the results of reads of shared tables: in the data centre, by the Cache API, and in the memory of the isolate,
 * which is tried first (docs/decisions/0095). A read is used as it is for a minute, then once more while it is renewed
 * in the background, and never after five minutes.
 */
export class ReadCache {
  readonly #maxCharacters: number;
  /** The isolate's copies by URL. The least recently used is the first. */
  readonly #copies = new Map<string, Copy>();
  #characters = 0;
  /** The last known change of each table, by its name. */
  readonly #changes = new Map<string, Change>();
  /** The reads that are running, by URL. */
  readonly #running = new Map<string, Promise<CachedRead>>();

  /** @param maxCharacters how many characters of JSON and URLs the isolate keeps */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** The characters of JSON and URLs that the isolate keeps now. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * Returns a read from the cache if it is new enough for this browser; otherwise reads the database. Requests for the
   * same URL share a read that is running.
   */
  async read<Data>(wanted: CacheableRead<Data>): Promise<CachedRead<Data>> {
    const { url, now } = wanted;
    const copy = this.#usableCopy(wanted);
    if (copy && ageOf(copy, now) < FRESH_FOR) return copy as CachedRead<Data>;
    const kept = await this.#findInDataCentre(wanted);
    // A read may have ended in the meantime.
    const copyNow = this.#usableCopy(wanted);
    const found = copyNow && kept && isNewer(kept, copyNow) ? kept : (copyNow ?? kept);
    if (!found) return this.#readOnce(wanted, () => wanted.read(this.#floorOf(wanted)));
    if (ageOf(found, now) >= FRESH_FOR && !this.#running.has(url)) {
      wanted.inBackground(() => this.#readOnce(wanted, wanted.renew));
    }
    return found as CachedRead<Data>;
  }

  /** Forgets, in this data centre, all reads of a table that don't show a change. */
  async forget(
    table: string,
    change: Change,
    { store, origin }: { store: CacheStore | null; origin: string },
  ): Promise<void> {
    this.#noteChange(table, change);
    await store?.put(changeUrl(origin, table), JSON.stringify(this.#changes.get(table)), USABLE_FOR / 1000);
  }

  /** Notes a change, unless a newer one is known. */
  #noteChange(table: string, change: Change): void {
    const known = this.#changes.get(table);
    if (!known || isNewer({ ...change, readAt: change.at }, { ...known, readAt: known.at })) {
      this.#changes.set(table, change);
    }
  }

  async #findInDataCentre(wanted: CacheableRead<unknown>): Promise<CachedRead | undefined> {
    const { url, store, tables, floors } = wanted;
    if (!store) return;
    const { origin } = new URL(url);
    const [text, ...changes] = await Promise.all([
      store.get(url),
      ...tables.map((table) => store.get(changeUrl(origin, table))),
    ]);
    for (const [index, table] of tables.entries()) {
      const change: Change | null = JSON.parse(changes[index] ?? "null");
      if (change) this.#noteChange(table, change);
    }
    if (text === undefined) return;
    const found: CachedRead = JSON.parse(text);
    if (!this.#isUsable(found, wanted, floors.dataCentre)) return;
    const copy = this.#copies.get(url);
    if (!copy || isNewer(found, copy)) this.#keep(url, found, text);
    return found;
  }

  /** Joins a running read of the same URL, unless that turns out too old for this browser. */
  async #readOnce<Data>(
    wanted: CacheableRead<Data>,
    read: () => Promise<CachedRead<Data>>,
  ): Promise<CachedRead<Data>> {
    const { url, inBackground, store } = wanted;
    const running = this.#running.get(url);
    if (running) {
      // If the running read fails, a new one may still succeed. If the platform ends its request, it never finishes.
      const joined = await answerOf("D1", "cached read", running).catch(() => {
        if (this.#running.get(url) === running) this.#running.delete(url);
      });
      return joined && this.#isUsable(joined, wanted, wanted.floors.isolate)
        ? (joined as CachedRead<Data>)
        : this.#readOnce(wanted, read);
    }
    const begun = read();
    this.#running.set(url, begun);
    // The read continues even if the browser that asked first has gone, because others may wait for it.
    inBackground(() => begun.catch(() => {}));
    try {
      const result = await begun;
      const text = JSON.stringify(result);
      this.#keep(url, result, text);
      inBackground(() => this.#putInDataCentre(url, result, text, store));
      return result;
    } finally {
      if (this.#running.get(url) === begun) this.#running.delete(url);
    }
  }

  /** Stores a copy, unless another isolate has stored a newer one in the meantime. */
  async #putInDataCentre(
    url: string,
    read: CachedRead,
    text: string,
    store: CacheStore | null,
  ): Promise<void> {
    const there: CachedRead | null = JSON.parse((await store?.get(url)) ?? "null");
    if (!there || isNewer(read, there)) await store?.put(url, text, USABLE_FOR / 1000);
  }

  /** What a new read must have seen: the browser's own floor, and the changes that this data centre knows of. */
  #floorOf({ tables, floors }: CacheableRead<unknown>): string | null {
    return newestOf([
      floors.isolate,
      floors.dataCentre,
      ...tables.map((table) => this.#changes.get(table)?.bookmark),
    ]);
  }

  #isUsable(found: CachedRead, { tables, now }: CacheableRead<unknown>, floor: string | null): boolean {
    return (
      ageOf(found, now) < USABLE_FOR &&
      hasSeen(found, floor) &&
      tables.every((table) => showsChange(found, this.#changes.get(table)))
    );
  }

  /** The isolate's own copy, which becomes the most recently used. */
  #usableCopy(wanted: CacheableRead<unknown>): CachedRead | undefined {
    const { url, floors } = wanted;
    const copy = this.#copies.get(url);
    if (!copy || !this.#isUsable(copy, wanted, floors.isolate)) return;
    this.#copies.delete(url);
    this.#copies.set(url, copy);
    return copy;
  }

  #keep(url: string, read: CachedRead, text: string): void {
    this.#drop(url);
    // Readers can make up long URLs.
    const characters = url.length + text.length;
    this.#copies.set(url, { ...read, characters });
    this.#characters += characters;
    for (const oldest of this.#copies.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#drop(oldest);
    }
  }

  #drop(url: string): void {
    this.#characters -= this.#copies.get(url)?.characters ?? 0;
    this.#copies.delete(url);
  }
}

const showsChange = (found: CachedRead, change: Change | undefined) =>
  !change || (change.bookmark === null ? found.readAt > change.at : hasSeen(found, change.bookmark));

const ageOf = ({ confirmedAt }: CachedRead, now: number) => now - confirmedAt;

/** Whether a read shows a newer state than another one, or the same one but was made later. */
const isNewer = (
  one: { bookmark: string | null; readAt: number },
  other: { bookmark: string | null; readAt: number },
) =>
  one.bookmark === null || other.bookmark === null || one.bookmark === other.bookmark
    ? one.readAt > other.readAt
    : one.bookmark > other.bookmark;

/** Whether a read shows at least the state of a bookmark. Bookmarks sort by age, as D1 documents. */
const hasSeen = ({ bookmark }: CachedRead, floor: string | null) =>
  floor === null || (bookmark !== null && bookmark >= floor);

/** The key under which a data centre remembers when a table was last changed there. */
const changeUrl = (origin: string, table: string) => `${origin}/.read-cache/changed/${table}`;

/**
 * How the browser gets the data of pages. React Router asks for it with `fetch`, by the page's URL and ".data", and has
 * no place for a cache of its own there, so this stands between: it keeps what was read, reads ahead, and tries again.
 */

/** What was read ahead counts as fresh for so long... */
const PRELOAD_STALE_TIME = 30_000;
/** ...and a page that was seen is shown again at once for so long, and then revalidated (docs/product.md, Numbers). */
const CACHE_TIME = 5 * 60_000;
/** More pages than anyone goes back and forth between. */
const MOST_PAGES = 50;
/** A read that fails is tried again so often (docs/product.md, Numbers)... */
const RETRIES = 3;
/** ...after this long at first, twice as long each time, and this long at most. Milliseconds, as all times here. */
const FIRST_RETRY_DELAY = 1000;
const LONGEST_RETRY_DELAY = 30_000;

/** A form did not reach the server, as far as the browser can tell. */
export class NotSentError extends Error {
  override name = "NotSentError";
}

/** An answer that can be handed out more than once. */
interface Answer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

interface KeptPage {
  answer: Promise<Answer>;
  /** When it was read, by performance.now(). */
  at: number;
  /** Whether it may be shown without being revalidated, once. */
  fresh: boolean;
}

const pages = new Map<string, KeptPage>();
/** What is being read for a navigation. */
const reading = new Set<string>();
/** Counts writes: what was asked for before one is not kept after it. */
let generation = 0;
let revalidate: (url: string) => boolean = () => false;
let lastRequestId: string | null | undefined;
const { fetch: send } = globalThis;
const otherTabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("writes");

/** The URL of a page's data. */
export function dataUrl(href: string): string {
  const url = new URL(href, window.location.href);
  url.hash = "";
  url.pathname += url.pathname.endsWith("/") ? "_.data" : ".data";
  return url.href;
}

/**
 * The request id of the server's last answer to a navigation in the browser, for the error page. Null where the last one
 * was not answered; undefined before the first.
 */
export const requestIdOfLastAnswer = () => lastRequestId;

/** Forgets every page: something was written, here or in another tab, or the language is another. */
export function forgetPages(): void {
  generation += 1;
  pages.clear();
}

/**
 * Sets what is to be done where a page that is shown turns out to have changed.
 * @param show returns whether it is the page in sight, which is then to be read anew
 */
export function onPageChanged(show: (url: string) => boolean): () => void {
  revalidate = show;
  return () => {
    revalidate = () => false;
  };
}

/** Reads a page ahead, where it is not at hand. */
export function preloadPage(href: string): void {
  const url = dataUrl(href);
  const kept = pages.get(url);
  if (reading.has(url) || (kept && age(kept) < PRELOAD_STALE_TIME)) return;
  const answer = read(url, { headers: { Purpose: "prefetch" } });
  keep(url, answer, true);
  answer.then(
    ({ status }) => status !== 200 && pages.delete(url),
    () => pages.delete(url),
  );
}

/** Puts itself between the framework and the network. Call once, in the browser. */
export function installPageData(): void {
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.origin !== window.location.origin) return send(input, init);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    if (method !== "GET") return write(input, init);
    if (!url.pathname.endsWith(".data")) return send(input, init);
    return responseOf(await readPage(url.href, init ?? {}));
  };
  otherTabs?.addEventListener("message", forgetPages);
  // A page out of the browser's own memory knows nothing of what happened since.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    forgetPages();
    revalidate(dataUrl(window.location.href));
  });
}

async function write(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
  forgetPages();
  try {
    const response = await send(input, init);
    lastRequestId = response.headers.get("X-Request-Id");
    return response;
  } catch (error) {
    lastRequestId = null;
    throw init?.signal?.aborted ? error : new NotSentError();
  } finally {
    // Once more: what was asked for meanwhile may be of before.
    forgetPages();
    otherTabs?.postMessage("written");
  }
}

async function readPage(url: string, init: RequestInit): Promise<Answer> {
  const kept = pages.get(url);
  if (kept && age(kept) < CACHE_TIME) {
    const answer = await kept.answer.catch(() => null);
    if (answer && pages.get(url) === kept) {
      const revalidates = !kept.fresh || age(kept) > PRELOAD_STALE_TIME;
      kept.fresh = false;
      if (revalidates) refresh(url, answer);
      return answer;
    }
  }
  const before = generation;
  reading.add(url);
  try {
    const answer = await readPersistently(url, init);
    if (answer.status === 200 && generation === before) keep(url, Promise.resolve(answer), false);
    return answer;
  } finally {
    reading.delete(url);
  }
}

/** Looks whether a page that is shown is still what the server has, and has it shown anew where it is not. */
async function refresh(url: string, shown: Answer): Promise<void> {
  const before = generation;
  const answer = await read(url, { headers: { Purpose: "prefetch" } }).catch(() => null);
  if (!answer || generation !== before) return;
  if (answer.status !== 200) {
    // The session has ended, say: read anew, the framework finds out what to do.
    pages.delete(url);
    revalidate(url);
    return;
  }
  keep(url, Promise.resolve(answer), false);
  if (isSame(answer.body, shown.body)) return;
  const page = pages.get(url);
  if (page) page.fresh = true;
  if (!revalidate(url) && page) page.fresh = false;
}

async function readPersistently(url: string, init: RequestInit): Promise<Answer> {
  for (let tried = 0; ; tried++) {
    try {
      const answer = await read(url, init);
      lastRequestId = answer.headers.get("X-Request-Id");
      if (answer.status < 500 || tried === RETRIES) return answer;
    } catch (error) {
      lastRequestId = null;
      if (init.signal?.aborted || tried === RETRIES) throw error;
    }
    await pause(Math.min(FIRST_RETRY_DELAY * 2 ** tried, LONGEST_RETRY_DELAY), init.signal);
  }
}

async function read(url: string, init: RequestInit): Promise<Answer> {
  const response = await send(url, init);
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

function keep(url: string, answer: Promise<Answer>, fresh: boolean): void {
  pages.delete(url);
  pages.set(url, { answer, at: performance.now(), fresh });
  const [oldest] = pages.keys();
  if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
}

const age = (page: KeptPage) => performance.now() - page.at;

const responseOf = ({ status, headers, body }: Answer) =>
  new Response(status === 204 ? null : body, { status, headers });

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)];
  return a.length === b.length && a.every((byte, n) => byte === b[n]);
}

/** Waits, unless the navigation is given up. */
function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

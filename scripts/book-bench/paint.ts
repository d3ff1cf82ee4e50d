import { globSync } from "node:fs";
import { findChromium } from "#tests/support/chromium.ts";
import { startEdge } from "./edge.ts";
import { readPages, type Visitors } from "./measure.ts";
import type { Page } from "./pages.ts";
import { servePlainPage } from "./plain.ts";
import type { Runtime } from "./runtime.ts";
import { type Appearance, startSlowPhone } from "./slow-phone.ts";

/** A page's time as a multiple of another page's: for the fastest tries of both, and for the medians. */
interface Ratio {
  fastest: number;
  median: number;
}

/** How a page appears in a throttled browser that has never been on the site. */
export interface Paint {
  page: Page;
  /** The page's first paint as a multiple of the plain page's. */
  firstPaint: Ratio;
  /** The page's longest task as a multiple of the floor's. */
  longestTask: Ratio;
  /** The largest layout shift of all tries. There should be none. */
  layoutShift: number;
}

const TRIES = 5;

/**
 * Opens the pages that have a bound for their paint, the plain page and the floor alternately, so that other
 * work on the machine slows them all equally. Each time, the browser has a new profile.
 * @param folder the folder for temporary files
 * @returns the measurements; or, without a Chromium or a certificate, a text that says what is missing
 */
export async function measurePaints(
  runtime: Runtime,
  floor: Runtime,
  visitors: Visitors,
  folder: string,
): Promise<Paint[] | string> {
  const executablePath = findChromium();
  if (!executablePath) return "there is no Chromium; set CHROMIUM_PATH to one";
  const [sheet = ""] = globSync("build/client/assets/frame-*.css");
  const plain = await servePlainPage(sheet);
  const edges: { url: string; stop: () => void }[] = [];
  const phone = await startSlowPhone(executablePath, folder);
  try {
    for (const url of [plain.url, floor.worker.url, runtime.worker.url]) {
      const edge = await startEdge(url, folder);
      if (!edge) return "there is no openssl to make a certificate with";
      edges.push(edge);
    }
    const [plainUrl = "", floorUrl = "", productUrl] = edges.map(({ url }) => url);
    const target = (url: string, cookies: [string, string][] = []) => ({
      url,
      cookies,
      tries: [] as Appearance[],
    });
    const plainPage = target(plainUrl);
    const floorPage = target(floorUrl);
    const pages = (await readPages(runtime))
      .filter(({ bounds }) => bounds.firstPaint)
      .map((page) => ({
        page,
        // A first visit: the browser has no style sheet of ours yet.
        ...target(
          new URL(page.path, productUrl).href,
          [...visitors[page.as].cookies].filter(([name]) => name !== "styles"),
        ),
      }));
    for (let n = 0; n < TRIES; n++) {
      for (const { url, cookies, tries } of [plainPage, floorPage, ...pages])
        tries.push(await phone.open(url, cookies));
    }
    return pages.map(({ page, tries }) => ({
      page,
      firstPaint: ratioOf(tries, plainPage.tries, ({ firstPaint }) => firstPaint),
      longestTask: ratioOf(tries, floorPage.tries, ({ longestTask }) => longestTask),
      layoutShift: Math.max(...tries.map(({ layoutShift }) => layoutShift)),
    }));
  } finally {
    phone.stop();
    plain.stop();
    for (const edge of edges) edge.stop();
  }
}

function ratioOf(tries: Appearance[], others: Appearance[], figure: (one: Appearance) => number): Ratio {
  const [own, other] = [tries, others].map((list) => list.map(figure).sort((one, two) => one - two));
  const at = (list: number[] | undefined, position: number) => list?.[position] ?? Number.NaN;
  const middle = Math.floor(TRIES / 2);
  return { fastest: at(own, 0) / at(other, 0), median: at(own, middle) / at(other, middle) };
}

import { chromium } from "@playwright/test";
import { findChromium } from "#tests/support/chromium.ts";
import { startEdge } from "./edge.ts";
import { readPages, type Visitors } from "./measure.ts";
import type { Page } from "./pages.ts";
import type { Runtime } from "./runtime.ts";

/** How a page appears in a browser that has been throttled. */
export interface Paint {
  page: Page;
  /** Seconds. */
  firstPaint: number;
  /** Of script, in milliseconds; 0 if none took 50, below which a browser reports none. */
  longestTask: number;
  /** Cumulative layout shift, without a unit. */
  layoutShift: number;
}

/** A slow phone: 1.6 Mbit/s down and 0.75 up, 150 ms a request, a quarter of this machine's CPU. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
/** The fastest counts: the rest is this machine's noise. Of layout shifts, which are none, the largest does. */
const TRIES = 5;

/** Runs in the page before its own script. */
function observe() {
  const seen = { longestTask: 0, layoutShift: 0 };
  Object.assign(window, { seen });
  const on = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  on("longtask", ({ duration }) => {
    seen.longestTask = Math.max(seen.longestTask, duration);
  });
  on("layout-shift", (entry) => {
    seen.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  });
}

/**
 * Opens the pages that have a bound for it, each in a new browser profile.
 * @param folder for temporary files
 * @returns why not, if there is no Chromium or no certificate
 */
export async function measurePaints(
  runtime: Runtime,
  visitors: Visitors,
  folder: string,
): Promise<Paint[] | string> {
  const executablePath = findChromium();
  if (!executablePath) return "there is no Chromium; set CHROMIUM_PATH to one";
  const edge = await startEdge(runtime.worker.url, folder);
  if (!edge) return "there is no openssl to make a certificate with";
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const paints: Paint[] = [];
    for (const page of (await readPages(runtime)).filter(({ bounds }) => bounds.firstPaint)) {
      const tries: Omit<Paint, "page">[] = [];
      for (let n = 0; n < TRIES; n++) {
        const context = await browser.newContext({
          viewport: { width: 412, height: 823 },
          ignoreHTTPSErrors: true,
        });
        const cookies = [...visitors[page.as].cookies];
        await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: edge.url })));
        const tab = await context.newPage();
        const session = await context.newCDPSession(tab);
        await session.send("Network.enable");
        await session.send("Network.emulateNetworkConditions", NETWORK);
        await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
        await tab.addInitScript(observe);
        await tab.goto(new URL(page.path, edge.url).href, { waitUntil: "networkidle" });
        tries.push(
          await tab.evaluate(() => {
            const [paint] = performance.getEntriesByName("first-contentful-paint");
            const { seen } = window as typeof window & { seen: Omit<Paint, "page" | "firstPaint"> };
            return { ...seen, firstPaint: (paint?.startTime ?? Number.NaN) / 1000 };
          }),
        );
        await context.close();
      }
      paints.push({
        page,
        firstPaint: Math.min(...tries.map((one) => one.firstPaint)),
        longestTask: Math.min(...tries.map((one) => one.longestTask)),
        layoutShift: Math.max(...tries.map((one) => one.layoutShift)),
      });
    }
    return paints;
  } finally {
    await browser.close();
    edge.stop();
  }
}

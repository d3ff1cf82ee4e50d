import { findChromium } from "#tests/support/chromium.ts";
import { startEdge } from "./edge.ts";
import { readPages, type Visitors } from "./measure.ts";
import type { Page } from "./pages.ts";
import type { Runtime } from "./runtime.ts";
import { type Appearance, startSlowPhone } from "./slow-phone.ts";

/** How a page appears in a throttled browser. `firstPaint` is in seconds. */
export interface Paint extends Appearance {
  page: Page;
}

/**
 * The fastest try counts: the difference to the others is this machine's noise. For layout shifts, which should be
 * none, the largest counts.
 */
const TRIES = 5;

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
  const phone = await startSlowPhone(executablePath, folder);
  try {
    const paints: Paint[] = [];
    for (const page of (await readPages(runtime)).filter(({ bounds }) => bounds.firstPaint)) {
      const tries: Appearance[] = [];
      for (let n = 0; n < TRIES; n++) {
        tries.push(await phone.open(new URL(page.path, edge.url).href, visitors[page.as].cookies));
      }
      paints.push({
        page,
        firstPaint: Math.min(...tries.map(({ firstPaint }) => firstPaint)) / 1000,
        longestTask: Math.min(...tries.map(({ longestTask }) => longestTask)),
        layoutShift: Math.max(...tries.map(({ layoutShift }) => layoutShift)),
      });
    }
    return paints;
  } finally {
    phone.stop();
    edge.stop();
  }
}

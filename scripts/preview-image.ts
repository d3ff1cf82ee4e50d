// npm run preview-image: draws public/preview.png for link previews, from the logo and some book covers of the built
// worker.
import { chromium, type Page } from "@playwright/test";
import { PALETTE } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import { buildIfStale } from "./lib/build.ts";
import { fail } from "./lib/fail.ts";
import { iconSvg } from "./lib/icon-svg.ts";
import { ensureChromium } from "./lib/install-chromium.ts";

const FILE = "public/preview.png";
/**
 * The size that sites with link previews recommend. The meta elements contain it, too
 * (app/core/shell/public-head.server.tsx).
 */
const SIZE = { width: 1200, height: 630 };

const missing = ensureChromium();
if (missing) fail(missing);
buildIfStale();
const site = await startTestWorker({ seeded: true });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({ viewport: SIZE, bypassCSP: true, javaScriptEnabled: false });
const { cookie } = await addSession(site, await addUser(site));
const [name = "", value = ""] = cookie.split("=");
await context.addCookies([{ name, value, url: site.url }]);
const page = await context.newPage();
await page.goto(`${site.url}/app/books`);
const covers = await coversOf(page);
await page.setContent(`
  <style>
    body { display: flex; flex-direction: column; justify-content: space-evenly; margin: 0; height: ${SIZE.height}px;
      background: ${PALETTE.paper.light}; color: ${PALETTE.ink.light}; }
    header { display: flex; align-items: center; justify-content: center; gap: 28px; font: 600 84px serif; }
    header svg { width: 96px; height: 96px; }
    main:empty { display: none; }
    main:not(:empty) { display: flex; justify-content: center; gap: 22px; font-family: sans-serif; }
    main svg { width: 212px; border-radius: 4px; box-shadow: 0 12px 30px -10px rgb(60 30 45 / 0.4); }
    .font-serif { font-family: serif; }
  </style>
  <header>${iconSvg()}<span>${PRODUCT_NAME}</span></header>
  <main>${covers.join("")}</main>`);
await page.screenshot({ path: FILE });
await browser.close();
await site.stop();
console.log(`Drew ${FILE}.`);

/** Every fourth cover, for variety, on the readers' first page of books, as SVG. Empty without books. */
async function coversOf(page: Page): Promise<string[]> {
  const covers = page.locator("main li svg[viewBox='0 0 120 180']");
  const svgs = await covers.evaluateAll((all) => all.map((svg) => svg.outerHTML));
  return svgs.filter((_, position) => position % 4 === 0);
}

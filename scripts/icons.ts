// npm run icons: draws the icons in public/ from the logo (app/core/shell/logo-paths.ts) and the palette
// (app/palette.ts), and the product's name next to the logo (app/core/shell/wordmark.svg).
import { writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { PRODUCT_NAME } from "#app/product.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { fail } from "./lib/fail.ts";
import { icoOf } from "./lib/ico.ts";
import { iconSvg, SVG_ICONS } from "./lib/icon-svg.ts";
import { ensureChromium } from "./lib/install-chromium.ts";
import { drawWordmark } from "./lib/wordmark.ts";

/** For icons that iOS and Android crop to their own shape. */
const SQUARE = { radius: 0 };
/** Android may crop anything more than 40 % away from the centre (W3C, Web Application Manifest, "safe zone"). */
const MASKABLE = { ...SQUARE, scale: 0.9 };

const PNGS = [
  { file: "icon-192.png", size: 192, svg: iconSvg() },
  { file: "icon-512.png", size: 512, svg: iconSvg() },
  { file: "icon-maskable-512.png", size: 512, svg: iconSvg(MASKABLE) },
  { file: "apple-touch-icon.png", size: 180, svg: iconSvg(SQUARE) },
];

/** The icon for browsers and other programs that ignore a page's links to icons. */
const FAVICON = { file: "favicon.ico", size: 32 };

const missing = ensureChromium();
if (missing) fail(missing);

const wordmark = drawWordmark(PRODUCT_NAME);
if (wordmark) writeFileSync("app/core/shell/wordmark.svg", wordmark.svg);
writeFileSync(
  "app/core/shell/wordmark.ts",
  `// Written by \`npm run icons\` (scripts/lib/wordmark.ts).
/** The name that wordmark.svg shows, and its width in pixels at the size of \`text-xl\`. */
export const WORDMARK = { name: ${JSON.stringify(wordmark ? PRODUCT_NAME : "")}, width: ${wordmark?.width ?? 0} };
`,
);
for (const [file, svg] of Object.entries(SVG_ICONS)) writeFileSync(`public/${file}`, svg);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
async function draw(svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}
for (const { file, size, svg } of PNGS) writeFileSync(`public/${file}`, await draw(svg, size));
writeFileSync(`public/${FAVICON.file}`, icoOf(await draw(iconSvg(), FAVICON.size), FAVICON.size));
await browser.close();
const drawn = [...Object.keys(SVG_ICONS), ...PNGS.map(({ file }) => file), FAVICON.file];
console.log(`Drew in public/: ${drawn.join(", ")}.`);

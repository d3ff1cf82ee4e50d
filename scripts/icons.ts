// npm run icons: draws the icons in public/ from the logo (app/shell/logo-paths.ts) and the palette (app/palette.ts).
import { writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "#tests/support/chromium.ts";
import { fail } from "./lib/fail.ts";
import { iconSvg } from "./lib/icon-svg.ts";
import { installChromium } from "./lib/install-chromium.ts";

/** iOS and Android cut these to their own shape. */
const SQUARE = { radius: 0 };
/** Android may crop anything more than 40 % away from the centre (W3C, Web Application Manifest, "safe zone"). */
const MASKABLE = { ...SQUARE, scale: 0.9 };

const PNGS = [
  { file: "icon-192.png", size: 192, svg: iconSvg() },
  { file: "icon-512.png", size: 512, svg: iconSvg() },
  { file: "icon-maskable-512.png", size: 512, svg: iconSvg(MASKABLE) },
  { file: "apple-touch-icon.png", size: 180, svg: iconSvg(SQUARE) },
];

const missing = findChromium() ? null : installChromium();
if (missing) fail(missing);

writeFileSync("public/icon.svg", iconSvg());
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const { file, size, svg } of PNGS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await page.screenshot({ path: `public/${file}`, omitBackground: true });
}
await browser.close();
console.log(`Drew public/icon.svg, ${PNGS.map(({ file }) => `public/${file}`).join(", ")}.`);

import { mkdirSync, writeFileSync } from "node:fs";
import type { Browser } from "./browser.ts";

const FOLDER = "test-results/engines";

/** Keeps a picture of what a browser shows, to explain why a test failed. */
export async function keepPicture(browser: Browser, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name.replace(/\W+/g, "-")}.png`, await browser.screenshot());
}

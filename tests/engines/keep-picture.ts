import { mkdirSync, writeFileSync } from "node:fs";
import type { Browser } from "./browser.ts";

const FOLDER = "test-results/engines";

/** Saves a picture of the browser's page, to explain why a test failed. */
export async function keepPicture(browser: Browser, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name.replace(/\W+/g, "-")}.png`, await browser.screenshot());
}

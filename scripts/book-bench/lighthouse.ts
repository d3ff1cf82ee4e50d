import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "#tests/support/chromium.ts";
import { startEdge } from "./edge.ts";
import { readPages, type Visitors } from "./measure.ts";
import type { Page } from "./pages.ts";
import type { Runtime } from "./runtime.ts";

/** Lighthouse is downloaded on demand, because it is larger than all development dependencies together. */
const LIGHTHOUSE = "lighthouse@13.5.0";

/**
 * How often Lighthouse judges each page. Only the best scores are kept, because the difference to the others
 * is noise of this machine.
 */
const TRIES = 3;

/** The categories of Lighthouse. */
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's scores for a page on a phone, from 0 to 100. */
export interface Scores {
  page: Page;
  scores: Record<(typeof CATEGORIES)[number], number>;
}

/**
 * Runs Lighthouse on the pages that have a bound for their scores.
 * @param folder for temporary files
 * @returns the scores; or, if something that Lighthouse needs is missing, a text that says what
 */
export async function measureLighthouse(
  runtime: Runtime,
  visitors: Visitors,
  folder: string,
): Promise<Scores[] | string> {
  const chromium = findChromium();
  if (!chromium) return "there is no Chromium; set CHROMIUM_PATH to one";
  const edge = await startEdge(runtime.worker.url, folder);
  if (!edge) return "there is no openssl to make a certificate with";
  try {
    const judged: Scores[] = [];
    for (const page of (await readPages(runtime)).filter(({ bounds }) => bounds.lighthouse)) {
      const tries: Scores["scores"][] = [];
      let failure = "";
      for (let n = 0; n < TRIES; n++) {
        const scores = await judge(chromium, new URL(page.path, edge.url), visitors[page.as].cookies, folder);
        if (typeof scores === "string") failure = scores;
        else tries.push(scores);
      }
      // A single try may fail in the browser. If Lighthouse or its browser is missing, all tries fail.
      if (tries.length === 0) return failure;
      const best = CATEGORIES.map((category) => [category, Math.max(...tries.map((one) => one[category]))]);
      judged.push({ page, scores: Object.fromEntries(best) });
    }
    return judged;
  } finally {
    edge.stop();
  }
}

/** @returns the scores of one try, or a text that says why there are none */
async function judge(chromium: string, url: URL, cookies: Map<string, string>, folder: string) {
  const own = mkdtempSync(path.join(folder, "lighthouse-"));
  const [headers, report] = [path.join(own, "headers.json"), path.join(own, "report.json")];
  writeFileSync(headers, JSON.stringify({ Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }));
  // This does not use spawnSync(), because the edge runs in this process.
  const { status, errors } = await run(
    "npx",
    [
      ...["--yes", LIGHTHOUSE, url.href, "--quiet", "--output=json", `--output-path=${report}`],
      ...[`--only-categories=${CATEGORIES}`, `--extra-headers=${headers}`],
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --ignore-certificate-errors",
    ],
    { CHROME_PATH: chromium },
  );
  if (status !== 0) return `Lighthouse failed: ${errors.trim().split("\n").at(-1)}`;
  const { categories, runtimeError } = JSON.parse(readFileSync(report, "utf8"));
  if (runtimeError) return `Lighthouse failed: ${runtimeError.message}`;
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round(categories[category].score * 100)]),
  ) as Scores["scores"];
}

function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return new Promise<{ status: number | null; errors: string }>((resolve) => {
    child.on("error", ({ message }) => resolve({ status: null, errors: message }));
    child.on("close", (status) => resolve({ status, errors }));
  });
}

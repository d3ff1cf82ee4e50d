import { ENGINES, type EngineKey } from "#tests/support/engines.ts";
import type { Browser, BrowserOptions } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

const STARTS = { firefox: startFirefox, webkit: startWebKit } satisfies Record<EngineKey, unknown>;

/** The engine that this process tests: tests/vitest.config.ts has a project for each. */
export const engine = process.env.ENGINE as EngineKey;
if (!(engine in ENGINES)) throw new Error(`ENGINE is ${engine}: run "npm run test:engines"`);

export const startEngine = (options: BrowserOptions = {}): Promise<Browser> => STARTS[engine](options);

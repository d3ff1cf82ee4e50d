import { type Actor, someone } from "./actor.ts";
import { startTestWorker, type TestWorker } from "./worker.ts";

/** Starts the read-only demo, with its data. @param settings the settings that replace some of the site's */
export const startDemo = (settings: Record<string, string> = {}): Promise<TestWorker> =>
  startTestWorker({ seeded: true, settings: { ...settings, DEMO: "true" } });

/** The actors of the access matrix who use the demo. */
export const DEMO_ACTORS: readonly Actor[] = [
  someone("a reader of the demo", "user", { inDemo: true }),
  someone("an administrator of the demo", "admin", { inDemo: true }),
];

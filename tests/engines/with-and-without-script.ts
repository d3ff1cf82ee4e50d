import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import type { Browser } from "./browser.ts";
import { keepPicture } from "./keep-picture.ts";
import { recordErrors } from "./record-errors.ts";
import { engine, startEngine } from "./start-engine.ts";
import { Visit } from "./visit.ts";

/** The address of the site, known once the tests run. */
interface Place {
  site: TestWorker;
  browser: Browser;
  visit: Visit;
}

/**
 * Runs tests in the engine of the project, with and without script, on a site with the example data. An error in the
 * console fails the test.
 * @param width the width of the window, in CSS pixels
 */
export function withAndWithoutScript(
  width: number,
  tests: (here: Place, given: { hasScript: boolean }) => void,
): void {
  const here = {} as Place;
  beforeAll(async () => {
    const started = await startTestWorker({ seeded: true, inFront: recordErrors });
    here.site = { ...started, url: started.url.replace("127.0.0.1", "localhost") };
  });
  afterAll(() => here.site.stop());
  afterEach(async ({ task, onTestFailed }) => {
    onTestFailed(() => keepPicture(here.browser, `${engine} ${task.name}`));
    expect(await here.browser.errors(), "errors in the console").toEqual([]);
  });

  describe.each([
    { name: "with script", hasScript: true },
    { name: "without script", hasScript: false },
  ])("$name", ({ hasScript }) => {
    beforeAll(async () => {
      here.browser = await startEngine({ script: hasScript });
      await here.browser.resize(width, 800);
      here.visit = new Visit(here.browser, here.site, { hasScript });
    });
    afterAll(() => here.browser.close());
    tests(here, { hasScript });
  });
}

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { linkTo } from "#tests/support/organisation-invitations.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import type { Browser } from "./browser.ts";
import { keepPicture } from "./keep-picture.ts";
import { recordErrors } from "./record-errors.ts";
import { engine, startEngine } from "./start-engine.ts";
import { Visit } from "./visit.ts";

// An invitation, as in tests/e2e/organisation-journey.spec.ts, in each engine (tests/vitest.config.ts).

const t = textsIn("en");
const TITLE = "main h1";

let site: TestWorker;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  const started = await startTestWorker({ seeded: true, inFront: recordErrors });
  site = { ...started, url: started.url.replace("127.0.0.1", "localhost") };
});
afterAll(() => site.stop());

afterEach(async ({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(browser, `${engine} ${task.name}`));
  expect(await browser.errors(), "errors in the console").toEqual([]);
});

describe.each([
  { name: "with script", hasScript: true },
  { name: "without script", hasScript: false },
])("$name", ({ hasScript }) => {
  beforeAll(async () => {
    browser = await startEngine({ script: hasScript });
    await browser.resize(390, 800);
    visit = new Visit(browser, site, { hasScript });
  });
  afterAll(() => browser.close());

  test("an organisation is made, and somebody is invited, who has an account and accepts", async () => {
    const name = `Hogarth Press in ${engine} ${hasScript}`;
    const invited = await addUser(site, { email: `${engine}-${hasScript}@example.com` });
    await visit.openAs(await addUser(site), "/app/o/new");
    await visit.fill("input", t("organisation:fields.name"), name);
    await visit.click("button", t("organisation:submit"));
    await visit.see(TITLE, name);
    await visit.click("main a", t("organisation:invitations"));
    await visit.fill("input", t("invitation:fields.email"), invited.email);
    await visit.click("button", t("invitation:submit"));
    await visit.see("main li", null, ({ text }) => expect(text).toContain(invited.email));
    await visit.openAs(invited, await linkTo(site, invited.email));
    await visit.see(TITLE, t("invitation:heading", { organisation: name }));
    await visit.click("button", t("invitation:accept"));
    await visit.see(TITLE, name);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { startProxy } from "#tests/support/proxy.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import type { Browser } from "./browser.ts";
import { keepPicture } from "./keep-picture.ts";
import { recordErrors } from "./record-errors.ts";
import { engine, startEngine } from "./start-engine.ts";
import { Visit } from "./visit.ts";

// Runs in each engine (tests/vitest.config.ts). "Other browsers" in docs/testing.md lists what an engine lacks.

const t = textsIn("en");
const ar = textsIn("ar");
const PAPER = { light: "rgb(248, 243, 234)", dark: "rgb(24, 19, 22)" };
const DIALOG = "dialog:modal";
const EMAIL = "percy@example.com";
const SEND_CODE = ["button", t("login:signInOrUp.submit")] as const;

let site: TestWorker;
let admin: Awaited<ReturnType<typeof addUser>>;
let reader: Awaited<ReturnType<typeof addUser>>;
let browser: Browser;
let visit: Visit;

const named = (name: string) => ({ name, nameKey: comparisonKey(name) });

beforeAll(async () => {
  const started = await startTestWorker({ seeded: true, inFront: recordErrors });
  // A passkey belongs to a host name, and an IP address is not one.
  site = { ...started, url: started.url.replace("127.0.0.1", "localhost") };
  admin = await addUser(site, { role: "admin", ...named("Mary Shelley") });
  reader = await addUser(site, named("Percy Shelley"));
  for (let n = 0; n < 30; n++) await addUser(site, named(`Reader ${n}`));
});
afterAll(() => site.stop());

afterEach(async ({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(browser, `${engine} ${task.name}`));
  expect(await browser.errors(), "errors in the console").toEqual([]);
});

describe("with script", () => {
  beforeAll(async () => {
    browser = await startEngine();
    await browser.resize(1280, 800);
    visit = new Visit(browser, site);
  });
  afterAll(() => browser.close());

  test("a new reader who is refused signs in with a code from an email and enters their name", async () => {
    const email = `${engine}@example.com`;
    await visit.open("/");
    await visit.fill("input", t("login:email"), "not an address");
    await visit.click(...SEND_CODE);
    await visit.see("input", t("login:email"), ({ value, description }) => {
      expect(value).toBe("not an address");
      expect(description).toContain(t("refused:emailInvalid"));
    });
    await visit.fill("input", t("login:email"), email);
    await visit.click(...SEND_CODE);
    await visit.hasFocus("input", t("proof:code"));
    // The form sends itself after six digits.
    await browser.type(await lastCode(site, email));
    await visit.fill("input", t("onboarding:question"), "Zainab");
    await visit.click("button", t("onboarding:submit"));
    await visit.isAt("/app");
  });

  test("an engine with passkeys offers them, and one without says so", async () => {
    await visit.openAs(admin, "/account/passkeys");
    if (await visit.knows("PublicKeyCredential")) await visit.see("button", t("passkey:add"));
    else await visit.see("main p", t("passkey:unsupported"));
  });

  test("a list loads another page and filters by a typed term", async () => {
    await visit.openAs(admin, "/manager/users");
    const rows = "main tbody tr";
    await visit.see(rows, null, ({ count }) => expect(count).toBe(20));
    await visit.click("a", t("common:loadMore"));
    await visit.see(rows, null, ({ count }) => expect(count).toBeGreaterThan(30));
    await visit.until("the first new row has the focus", () =>
      browser.evaluate(() => document.activeElement?.closest("tr")?.sectionRowIndex === 20),
    );
    await visit.fill("input[type=search]", t("common:search"), "reader 17");
    await visit.see(rows, null, ({ count }) => expect(count).toBe(1));
    await visit.see("main th a", "Reader 17");
  });

  test("an administrator edits a user, and a refused form keeps the typed values", async () => {
    await visit.openAs(admin, `/manager/users/${reader.id}`);
    await visit.click("a", t("common:edit"));
    await visit.hasFocus("input", t("user:fields.name"));
    await visit.fill("input", t("user:fields.email"), "percy@");
    await visit.click("button", t("user:update.email"));
    await visit.see("input", t("user:fields.email"), ({ value, description }) => {
      expect(value).toBe("percy@");
      expect(description).toContain(t("refused:emailInvalid"));
    });
    await visit.fill("input", t("user:fields.email"), EMAIL);
    await visit.click("button", t("user:update.email"));
    await visit.until("the address is stored", async () => (await findUser(site, EMAIL)) !== undefined);
    await visit.open(`/manager/users/${reader.id}`);
    await visit.see("main dd", EMAIL);
  });

  test("a menu opens a confirmation, which takes the focus, and Escape returns it", async () => {
    await visit.openAs(admin, `/manager/users/${reader.id}`);
    const more = ["button", t("manager:more")] as const;
    await visit.click(...more);
    await visit.click(":popover-open a", t("common:delete"));
    await visit.hasFocus(`${DIALOG} a`, t("common:cancel"));
    await browser.press("Escape");
    await visit.gone(DIALOG);
    await visit.hasFocus(...more);
    await visit.isAt(`/manager/users/${reader.id}`);
  });

  test("the palette opens a page by keyboard and closes on a click outside, with or without closedby", async () => {
    await visit.openAs(admin, "/manager/audit");
    await browser.press("k", true);
    await visit.hasFocus(`${DIALOG} input`);
    await browser.type(t("user:list.title"));
    await visit.see(`${DIALOG} [aria-selected=true]`, t("user:list.title"));
    await browser.press("Enter");
    await visit.isAt("/manager/users");
    await visit.gone(DIALOG);

    const search = ["input[type=search]", t("common:search")] as const;
    await visit.click(...search);
    await browser.press("k", true);
    await visit.hasFocus(`${DIALOG} input`);
    await visit.closeBeside(DIALOG);
    await visit.hasFocus(...search);
  });

  test("a reader picks a day in a calendar, which then returns the focus", async () => {
    await visit.openAs(admin, `/manager/users/${reader.id}/ban`);
    await visit.click("button", `${t("user:ban.end")} ${t("common:date.pick")}`);
    const month = await visit.see(`${DIALOG} [role=grid]`);
    await visit.click(`${DIALOG} button`, t("common:date.nextMonth"));
    await visit.see(`${DIALOG} [role=grid]`, null, ({ text }) => expect(text).not.toBe(month.text));
    await visit.click(`${DIALOG} [data-day$="-15"] button`);
    await visit.gone(DIALOG);
    const value = () => browser.evaluate(() => document.querySelector<HTMLInputElement>("[name=end]")?.value);
    expect(await value()).toMatch(/^\d{4}-\d\d-15$/);
    await visit.hasFocus("button[aria-haspopup=dialog][id]");
  });

  test("a reader who leaves a page before it has fully loaded arrives at the next page", async () => {
    const held: string[] = [];
    const slow = await startProxy(site.url, { isHeld: (path) => /\/calendar-.*\.js$/.test(path), held });
    await visit.openAs(admin, `/manager/users/${reader.id}`);
    await browser.open(`${slow.url.replace("127.0.0.1", "localhost")}/manager/users/${reader.id}/ban`);
    await visit.click("button[aria-haspopup=dialog][id]");
    await visit.until("the calendar is asked for", async () => held.length > 0);
    await browser.evaluate(() => location.assign("/robots.txt"));
    await visit.isAt("/robots.txt");
    await slow.stop();
  });

  test("a new language and theme apply immediately and on the next page", async () => {
    await visit.openAs(admin, "/manager/account");
    expect(await visit.paper()).toBe(PAPER.light);
    await visit.click("input[value=dark]");
    expect(await visit.paper()).toBe(PAPER.dark);
    await visit.click("input[value=ar]");
    await visit.see("h1", ar("common:account"));
    await visit.open("/manager/users");
    await visit.see("h1", ar("user:list.title"));
    expect(await visit.direction()).toBe("rtl");
    expect(await visit.isTooWide()).toBe(false);
    expect(await visit.paper()).toBe(PAPER.dark);
    await visit.open("/manager/account?lng=en");
    await visit.click("input[value=light]");
    expect(await visit.paper()).toBe(PAPER.light);
  });

  test("on a phone, the menu is a drawer and a dialog is a sheet, and both return the focus when they close", async () => {
    await browser.resize(390, 844);
    await visit.openAs(admin, "/manager/account");
    expect(await visit.isTooWide()).toBe(false);
    const menu = ["button", t("manager:menu")] as const;
    await visit.click(...menu);
    await visit.see(`${DIALOG} a`, t("user:list.title"));
    await visit.closeBeside(DIALOG);
    await visit.hasFocus(...menu);

    const change = ["a", t("account:changeName.open")] as const;
    await visit.click(...change);
    const height = await browser.evaluate(() => innerHeight);
    await visit.see(DIALOG, null, ({ bottom }) => expect(bottom).toBe(height));
    await visit.fill(`${DIALOG} input`, t("user:fields.name"), "Mary Godwin");
    await browser.press("Escape");
    await visit.gone(DIALOG);
    await visit.hasFocus(...change);
  });
});

describe("without cookies", () => {
  beforeAll(async () => {
    browser = await startEngine({ cookies: false });
    visit = new Visit(browser, site);
  });
  afterAll(() => browser.close());

  test("script runs, and before a code is sent, the sign-in tells a reader that it needs cookies", async () => {
    const email = `${engine}-without-cookies@example.com`;
    await visit.open("/login");
    await visit.fill("input", t("login:email"), email);
    await visit.click(...SEND_CODE);
    await visit.see("[role=alert]", t("code:COOKIES_NEEDED"));
    await visit.see("input", t("login:email"), ({ value }) => expect(value).toBe(email));
    expect(await mailsTo(site, email)).toEqual([]);
    // React Router's script for the scroll position logs that storage is refused. No other error is allowed.
    for (const error of await browser.errors()) expect(error).toContain("SecurityError");
  });
});

describe("without script", () => {
  beforeAll(async () => {
    browser = await startEngine({ script: false });
    await browser.resize(1280, 800);
    visit = new Visit(browser, site, { hasScript: false });
  });
  afterAll(() => browser.close());

  test("a refused reader signs in with a code from an email", async () => {
    const email = `${engine}-without-script@example.com`;
    await addUser(site, { email });
    await visit.open("/login");
    await visit.fill("input", t("login:email"), "not an address");
    await visit.click(...SEND_CODE);
    await visit.see("[role=alert]", t("refused:emailInvalid"));
    await visit.see("input", t("login:email"), ({ value }) => expect(value).toBe("not an address"));
    await visit.fill("input", t("login:email"), email);
    await visit.click(...SEND_CODE);
    await visit.see("input", t("proof:code"));
    await visit.fill("input", t("proof:code"), await lastCode(site, email));
    await visit.click("button", t("auth:verify.submit"));
    await visit.isAt("/app");
  });

  test("menus, lists, confirmations, dates and languages are plain links, forms and popovers", async () => {
    await visit.openAs(admin, "/manager/users");
    await visit.click("a", t("common:loadMore"));
    await visit.click("a", t("common:list.start"));
    await visit.gone("a", t("common:list.start"));
    await visit.fill("input[type=search]", t("common:search"), "reader 17");
    await browser.press("Enter");
    // The list may show the same reader before the search, and disappear before the click.
    await visit.see("main tbody tr", null, ({ count }) => expect(count).toBe(1));
    await visit.click("main th a", "Reader 17");
    await visit.click("button", t("manager:more"));
    await visit.click(":popover-open a", t("common:delete"));
    await visit.click("dialog[open] a", t("common:cancel"));
    await visit.gone("dialog[open]");
    await visit.open(`/manager/users/${reader.id}/ban`);
    await visit.see("input[type=date]", t("user:ban.end"));
    await visit.open("/manager/account");
    await visit.click("input[value=ar]");
    await visit.click("fieldset:has([value=ar]) button");
    await visit.see("h1", ar("common:account"));
    expect(await visit.direction()).toBe("rtl");
    await visit.click("input[value=dark]");
    await visit.click("fieldset:has([value=dark]) button");
    await visit.until("the page is dark", async () => (await visit.paper()) === PAPER.dark);
  });
});

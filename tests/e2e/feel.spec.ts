import { expect, holdBack, hydrated, NOT_PRESSED, pressedColour, stopClock, test } from "./fixtures.ts";

test.use({
  expectedErrors: [
    /status of (404|500|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/,
  ],
});

test("a slow page shows a progress bar after a second, for at least half a second", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  const { timerSet } = await stopClock(page, "/app");
  const bar = page.getByRole("progressbar", { name: t("common:loading") });
  const letGo = await holdBack(page, "/app/account");
  const asked = page.waitForRequest("**/app/account.data");
  await page.getByRole("link", { name: t("common:account") }).press("Enter");
  await asked;
  await timerSet(1000);
  await page.clock.runFor(950);
  await expect(bar).toBeHidden();
  await page.clock.runFor(100);
  await expect(bar).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  await page.clock.runFor(300);
  await expect(bar).toBeVisible();
  await page.clock.runFor(300);
  await expect(bar).toBeHidden();
});

for (const path of ["/manager/dashboard", "/manager/users", "/app"]) {
  test(`nothing on ${path} moves when the script starts`, async ({ page, signIn }) => {
    await signIn({ role: "admin" });
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("body > script").last()).toBeAttached();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet),
    );
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    // Only visible elements, because hidden ones have no box until the browser lays them out in idle time.
    const boxes = () =>
      page.locator(":is(header, aside, nav a, main, h1, tr, dl > div):visible").evaluateAll(boxesOf);
    const before = await boxes();
    held.resolve();
    await hydrated(page);
    expect(await boxes()).toEqual(before);
  });
}

for (const [what, path, width] of [
  ["a row of a table", "/manager/users", 1280],
  ["an entry of a list on a phone", "/manager/users", 390],
  ["a card", "/manager/dashboard", 1280],
] as const) {
  test(`${what} is marked as soon as it is pressed and until its page is there, and nothing moves`, async ({
    page,
    signIn,
  }) => {
    await signIn({ role: "admin" });
    await page.setViewportSize({ width, height: 800 });
    // The clock is stopped, so no timer fires: neither the preload's timer nor any timer that could delay the
    // mark.
    await stopClock(page, path);
    const links = page.getByRole("main").locator(path.endsWith("users") ? "tbody th a" : "dl a");
    const [link, other] = [links.nth(0), links.nth(1)];
    const boxes = () => page.getByRole("main").locator("tr, dl > div, h1").evaluateAll(boxesOf);
    const before = await boxes();
    const target = await link.evaluate(({ pathname }: HTMLAnchorElement) => pathname);
    const letGo = await holdBack(page, target);
    await link.hover();
    await page.mouse.down();
    expect(await pressedColour(link), "while it is pressed").not.toBe(NOT_PRESSED);
    const asked = page.waitForRequest(`**${target}.data*`);
    await page.mouse.up();
    await asked;
    await page.mouse.move(0, 0);
    await expect
      .poll(() => pressedColour(link), { message: "while its page is on its way" })
      .not.toBe(NOT_PRESSED);
    expect(await pressedColour(other)).toBe(NOT_PRESSED);
    expect(await boxes()).toEqual(before);
    letGo();
    await expect(page).toHaveURL((url) => url.pathname === target);
  });
}

/** The boxes of elements. */
const boxesOf = (elements: Element[]) =>
  elements.map((element) => JSON.stringify(element.getBoundingClientRect()));

for (const preloaded of [false, true]) {
  test(`a ${preloaded ? "preloaded " : ""}page whose script no longer exists is loaded as a document, without a reload loop`, async ({
    page,
    context,
    signIn,
    t,
  }) => {
    await signIn();
    await page.goto("/app");
    await hydrated(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.route(/\/assets\/account-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
    const link = page.getByRole("link", { name: t("common:account") });
    if (preloaded) {
      const data = page.waitForEvent("requestfinished", (request) => /account\.data$/.test(request.url()));
      await link.hover();
      await data;
    }
    // On a slow phone, the script fails before the page has even drawn its pending state.
    const phone = await context.newCDPSession(page);
    await phone.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    await link.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(documents).toEqual(["/app/account"]);
  });
}

test("a page reloads once if the script of a part of it no longer exists", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await page.route(/\/assets\/toast-list-[^/]*\.js$/, (route) => route.abort());
  const rename = async (name: string) => {
    await open("/app/account?state=change-name");
    await page.getByRole("textbox", { name: t("user:fields.name") }).fill(name);
    const missing = page.waitForEvent("requestfailed", (request) => /toast-list/.test(request.url()));
    await page.getByRole("button", { name: t("account:changeName.submit") }).click();
    await missing;
  };
  // There are two documents: the one that is opened, and the one that replaces it. Wait for the second, because the
  // next step would interrupt it.
  let documents = 0;
  page.on("load", () => {
    documents += 1;
  });
  await rename("Once");
  await expect.poll(() => documents).toBe(2);
  await hydrated(page);
  await expect(page.getByRole("main").getByText("Once")).toBeVisible();

  await rename("Again");
  // The page shows the message and does not reload again. A second reload would have started by now.
  await expect(page.getByText(t("account:changeName.done"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: t("app:navigation.home") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeHidden();
  expect(documents).toBe(3);
});

test("the focus moves to the heading of a new page, and returns to the link that opened a dialog", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await page.goto("/app");
  await hydrated(page);
  await page.getByRole("link", { name: t("common:account") }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeFocused();
  const opener = page.getByRole("link", { name: t("account:changeName.open") });
  await opener.press("Enter");
  const question = page.getByRole("dialog", { name: t("account:changeName.title") });
  await expect(question.getByRole("textbox")).toBeFocused();
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(opener).toBeFocused();
});

test("Try Again reloads the page after a moment", async ({ page, site, signIn, t }) => {
  await signIn({ role: "admin" });
  await site.d1.prepare("alter table audit_log rename to moved").run();
  await page.clock.install({ time: 0 });
  await page.goto("/manager/audit");
  await site.d1.prepare("alter table moved rename to audit_log").run();
  await hydrated(page);
  await page.clock.pauseAt(3_600_000);
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.clock.runFor(500);
  expect(documents).toBe(0);
  await page.clock.runFor(200);
  await expect(page.getByRole("heading", { level: 1, name: t("manager:navigation.audit") })).toBeVisible();
  expect(documents).toBe(1);
});

test("a dialog is a sheet up to 640 pixels, and floats over the page above that", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  for (const [width, isSheet] of [
    [640, true],
    [641, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/app/account?state=change-name");
    const box = await page.getByRole("dialog", { name: t("account:changeName.title") }).boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0)) === 800).toBe(isSheet);
    expect(box?.width === width).toBe(isSheet);
  }
});

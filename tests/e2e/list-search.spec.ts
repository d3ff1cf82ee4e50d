import { expect, holdScripts, hydrated, stopClock, test } from "./fixtures.ts";
import { openFilters } from "./list-controls.ts";
import { addListedUsers } from "./listed-users.ts";

// Every list uses the same search and filters; these tests use the manager's list of users.

test.beforeEach(async ({ site, signIn }) => {
  await signIn({ role: "admin" });
  await addListedUsers(site);
});

test("a reader who goes to the search while Load more is pending keeps the focus there", async ({
  page,
  t,
}) => {
  await page.goto("/manager/users");
  await hydrated(page);
  const held = Promise.withResolvers<void>();
  const more = /\/manager\/users\.data\?.*after=/;
  await page.route(more, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(more);
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  await asked;
  const search = page.getByRole("searchbox", { name: t("common:search") });
  await search.focus();
  held.resolve();
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(40);
  await page.keyboard.type("l");
  await expect(search).toHaveValue("l");
  await expect(page).toHaveURL(/searchTerm=l\b/);
  await expect(search).toBeFocused();
});

test("if the results for the first letters arrive when the next search has begun, they remove no letter", async ({
  page,
}) => {
  await stopClock(page, "/manager/users");
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let searches = 0;
  await page.route("**/manager/users.data?*", async (route) => {
    await held[searches++]?.promise;
    await route.continue();
  });
  const search = page.getByRole("searchbox");
  const first = page.waitForRequest(/searchTerm=l\b/);
  await search.fill("l");
  await page.clock.runFor(250);
  await first;
  await search.fill("lis");
  // The next search begins at the worst moment. The results are in the page, and React has not run its effects yet.
  await page.evaluate(() => {
    const form = document.querySelector("form[role=search]") as HTMLFormElement;
    const observer = new MutationObserver(() => {
      observer.disconnect();
      form.requestSubmit();
    });
    observer.observe(form, { childList: true, subtree: true });
  });
  const second = page.waitForRequest(/searchTerm=lis\b/);
  held[0]?.resolve();
  await second;
  await search.press("End");
  await page.keyboard.type("ted");
  await expect(search).toHaveValue("listed");
  held[1]?.resolve();
  await expect(page).toHaveURL(/searchTerm=lis\b/);
  await expect(search).toHaveValue("listed");
});

test("a term that is typed before script runs stays", async ({ page, t }) => {
  const runScripts = await holdScripts(page);
  await page.goto("/manager/users", { waitUntil: "commit" });
  const search = page.getByRole("searchbox", { name: t("common:search") });
  await search.fill("listed");
  runScripts();
  await hydrated(page);
  await search.press("Enter");
  await expect(page).toHaveURL(/searchTerm=listed\b/);
});

test("a search that is sent or left does not run again, and Back leads to the page where it began", async ({
  page,
  t,
}) => {
  await stopClock(page, "/manager/users");
  const search = page.getByRole("searchbox");
  const wholeList = /\/manager\/users$/;
  const goBack = async () => {
    await page.clock.runFor(1000);
    await page.goBack();
    await expect(page).toHaveURL(wholeList);
    await expect(search).toHaveValue("");
  };
  await search.fill("listed");
  await search.press("Enter");
  await expect(page).toHaveURL(/searchTerm=listed/);
  await search.press("Enter");
  await goBack();

  await openFilters(page, t);
  await search.fill("example");
  await page.getByRole("combobox", { name: t("user:list.ban") }).selectOption("not-banned");
  await expect(page).toHaveURL(/searchTerm=example.*ban=not-banned/);
  await goBack();

  const held = Promise.withResolvers<void>();
  await page.route(/\/manager\/users\/[^?]+\.data/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const row = page.locator("tbody").getByRole("row").first().getByRole("link");
  const name = (await row.textContent()) as string;
  await search.fill("listed");
  const asked = page.waitForRequest(/\/manager\/users\/[^?]+\.data/);
  await row.press("Enter");
  await asked;
  await page.clock.runFor(250);
  held.resolve();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("the arrow keys on a filter add one history entry", async ({ page, t }) => {
  await page.goto("/manager/users");
  await hydrated(page);
  await openFilters(page, t);
  const filter = page.getByRole("combobox", { name: t("user:list.ban") });
  await filter.press("ArrowDown");
  await expect(page).toHaveURL(/ban=banned/);
  await filter.press("ArrowDown");
  await expect(page).toHaveURL(/ban=not-banned/);
  await expect(filter).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/manager\/users$/);
  await expect(filter).toHaveValue("");
});

test("a filter that changes again as soon as the URL has changed adds one history entry", async ({
  page,
  t,
}) => {
  await page.goto("/manager/users");
  await hydrated(page);
  await openFilters(page, t);
  const filter = page.getByRole("combobox", { name: t("user:list.ban") });
  await filter.evaluate((select: HTMLSelectElement) => {
    const pushState = history.pushState.bind(history);
    history.pushState = (...entry) => {
      pushState(...entry);
      history.pushState = pushState;
      // This microtask runs before React renders the router's next state.
      queueMicrotask(() => {
        select.value = "not-banned";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
    };
  });
  await filter.selectOption("banned");
  await expect(page).toHaveURL(/ban=not-banned/);
  await page.goBack();
  await expect(page).toHaveURL(/\/manager\/users$/);
  await expect(filter).toHaveValue("");
});

test("a pending search does not run while the reader does something else that may leave the page", async ({
  page,
}) => {
  await stopClock(page, "/manager/users");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("searchbox").fill("listed");
  await page.clock.runFor(200);
  await page.getByRole("heading", { level: 1 }).click();
  await page.clock.runFor(200);
  // Any earlier request of the page has arrived once this one has.
  await page.evaluate(() => fetch("/healthz"));
  expect(asked.filter((url) => url.includes("searchTerm"))).toEqual([]);
  await page.clock.runFor(50);
  await expect(page).toHaveURL(/searchTerm=listed/);
});

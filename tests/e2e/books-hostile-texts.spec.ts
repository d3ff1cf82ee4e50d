import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, genres, users } from "#app/schema.ts";
import { HOSTILE_TEXTS, SIGN } from "#tests/support/hostile-texts.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import { expect, hydrated, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("hostile texts run on no page, and no page is wider than the screen", async ({ page, context }) => {
  const site = await startTestWorker();
  const { db } = site;
  const rows = HOSTILE_TEXTS.map((text, n) => ({ id: `row-${n}`, text, key: `${n} ${comparisonKey(text)}` }));
  for (const { id, text, key } of rows) {
    const email = `${id}@example.com`;
    await db.batch([
      db.insert(genres).values({ id, name: text, nameKey: key }),
      db.insert(books).values({
        id,
        title: text,
        author: text,
        publisher: text,
        genreId: id,
        titleKey: key,
        authorKey: key,
      }),
      db
        .insert(users)
        .values({ id, email, name: text, nameKey: key, onboardedAt: 1, bannedAt: 1, banReason: text }),
    ]);
  }
  // First, check that the test detects a page that does not escape the texts.
  await page.setContent(HOSTILE_TEXTS[0] ?? "");
  await expect.poll(() => page.evaluate((sign) => sign in window, SIGN)).toBe(true);

  // The administrator's name is in the menu of every page.
  const admin = await addUser(site, { role: "admin", name: HOSTILE_TEXTS[0] ?? "" });
  const [name, value] = (await addSession(site, admin, { userAgent: HOSTILE_TEXTS[0] ?? "" })).cookie.split(
    "=",
  );
  await context.addCookies([{ name: name ?? "", value: value ?? "", url: site.url }]);

  const alone = rows.filter(({ text }) => /^(Tag|Closing|Quotes|Word)/.test(text));
  const paths = [
    ...["/app", "/app/books", "/app/account", "/manager/dashboard", "/manager/books", "/manager/genres"],
    ...["/manager/users", "/manager/audit", "/manager/account", "/manager/books/new"],
    ...alone.flatMap(({ id, text }) => [
      `/app/books/${id}`,
      `/manager/books/${id}?confirm=delete`,
      `/manager/books/${id}/update`,
      `/manager/genres/${id}/update?confirm=delete`,
      `/manager/users/${id}`,
      `/manager/users/${id}/update`,
      `/manager/books?${new URLSearchParams({ searchTerm: text })}`,
    ]),
  ];
  for (const path of paths) {
    await page.goto(site.url + path);
    await hydrated(page);
    const found = await page.evaluate((sign) => {
      return { ran: sign in window, overflow: document.documentElement.scrollWidth - innerWidth };
    }, SIGN);
    expect(found, path).toEqual({ ran: false, overflow: 0 });
  }
  // Navigation in the browser renders from data instead of HTML.
  await page.goto(`${site.url}/manager/books`);
  await hydrated(page);
  await page.getByRole("link", { name: "Tag" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");
  expect(await page.evaluate((sign) => sign in window, SIGN)).toBe(false);
  await site.stop();
});

test("a long author and a long title are cut off, and the book's page shows the whole title", async ({
  page,
  site,
  signIn,
  open,
}) => {
  await signIn();
  const title = "WIDE LETTERS ".repeat(15).trim();
  const author = "Author ".repeat(28).trim();
  const keys = { titleKey: "0 long", authorKey: comparisonKey(author) };
  await site.db.insert(books).values({ id: "long", title, author, ...keys });
  await open("/app/books?sort=title");
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  expect(await linesOf(card.getByRole("paragraph").filter({ hasText: author }))).toBe(2);
  await card.getByRole("link").click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(title);
  expect(await linesOf(heading)).toBe(5);
  const whole = page.getByRole("definition").filter({ hasText: title });
  expect(await linesOf(whole)).toBeGreaterThan(5);
  await site.db.delete(books).where(eq(books.id, "long"));
});

/** The number of lines of a text that one sees. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    return Math.round((element.clientHeight - padding) / Number.parseFloat(lineHeight));
  });

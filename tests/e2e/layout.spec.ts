import type { BrowserContext } from "@playwright/test";
import { LANGUAGES } from "#app/core/i18n/languages.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { auditLog } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { NARROWEST_AT_TOP } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";
import { isOnTop } from "./is-on-top.ts";

test("the focus ring of an item surrounds it and does not cross its text", async ({ page, signIn, open }) => {
  await signIn({ role: "admin" });
  for (const path of ["/manager/users", "/manager/dashboard"]) {
    await open(path);
    await page.keyboard.press("Tab");
    const item = page
      .getByRole("main")
      .locator("tbody tr, li")
      .filter({ has: page.getByRole("link") })
      .first();
    const link = item.getByRole("link");
    await link.focus();
    await expect(link).toHaveCSS("outline-style", "none");
    const ring = await link.evaluate((element) => {
      const { outlineStyle, width, height } = getComputedStyle(element, "::after");
      return { outlineStyle, width, height };
    });
    // The line between two items is left out, because in a table, it belongs to the row and not to its cells.
    const inside = await item.evaluate((element) => ({
      width: `${element.clientWidth}px`,
      height: `${(element.querySelector("th") ?? element).clientHeight}px`,
    }));
    expect(ring, path).toEqual({ outlineStyle: "solid", ...inside });
  }
});

for (const [language, distance] of [
  ["fr", "il y a 12 minutes"],
  ["sw", "dakika 12 zilizopita"],
] as const) {
  for (const width of [NARROWEST_AT_TOP, 1280]) {
    test.describe(`in ${language} at ${width} pixels`, () => {
      test.use({ language, locale: language, viewport: { width, height: 800 } });

      test("each time in a table is on one line, and so is an address in the audit log", async ({
        page,
        site,
        signIn,
        open,
      }) => {
        const admin = await signIn({ role: "admin" });
        const at = Date.now() - 12 * MINUTE;
        const email = `a-lines-${language}-${width}@example.org`;
        const user = await addUser(site, { email, onboardedAt: at, createdAt: at, lastSeenAt: at });
        await site.db.insert(auditLog).values({
          at,
          requestId: email,
          actorId: user.id,
          actorLabel: email,
          action: "user.update",
          subjectId: admin.id,
          subjectLabel: admin.email,
        });
        for (const [path, parts] of [
          ["/manager/users?searchTerm=a-lines", "time"],
          [`/manager/audit?person=${user.id}`, "time, td bdi:not(.sr-only *)"],
        ] as const) {
          await open(path);
          const row = page.getByRole("row").filter({ hasText: email });
          await expect(row.locator("time:visible").first()).toHaveText(distance);
          const shown = row.locator(parts).filter({ visible: true });
          expect(await shown.count(), path).toBeGreaterThan(path.includes("users") ? 0 : 2);
          // Each line of a text has its own rectangle.
          const lines = await shown.evaluateAll((elements) =>
            elements.map((element) => {
              const text = document.createRange();
              text.selectNodeContents(element);
              return new Set([...text.getClientRects()].map(({ top }) => top)).size;
            }),
          );
          expect(new Set(lines), path).toEqual(new Set([1]));
        }
      });
    });
  }
}

test.describe("in French", () => {
  test.use({ language: "fr", locale: "fr", viewport: { width: 390, height: 844 } });

  test("the terms of a user's facts are not broken at a hyphen, and what copies the id begins its line", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    const { id } = await signIn({ role: "admin" });
    await open(`/manager/users/${id}`);
    const term = page.getByRole("term").filter({ hasText: t("user:fields.email") });
    expect(await term.evaluate((element) => element.clientHeight)).toBeLessThan(30);
    const fact = page.getByRole("definition").filter({ hasText: id });
    const copy = fact.getByRole("button", { name: t("user:copyId") });
    const begins = await copy.evaluate((button) => {
      const { left } = button.getBoundingClientRect();
      return left + Number.parseFloat(getComputedStyle(button).paddingLeft);
    });
    expect(begins).toBeCloseTo((await fact.boundingBox())?.x ?? 0, -0.5);
  });
});

/** Signs in an administrator who impersonates a reader. */
async function impersonate(context: BrowserContext, site: TestWorker) {
  const [admin, reader] = [await addUser(site, { role: "admin" }), await addUser(site)];
  const { cookie } = await addSession(site, admin, {
    impersonatedUserId: reader.id,
    impersonationEndsAt: Date.now() + 3_600_000,
  });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: site.url }]);
}

test("while impersonating, the torn edge stays at the bottom of the header", async ({
  page,
  context,
  site,
  open,
}) => {
  await impersonate(context, site);
  await open("/app/account");
  // The edge is positioned by its nearest positioned ancestor.
  await expect(page.getByRole("banner")).toHaveCSS("position", "relative");
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(page.getByRole("banner")).not.toBeInViewport();
});

for (const [what, height] of [
  ["on a phone", 640],
  ["enlarged four times", 256],
] as const) {
  test.describe(what, () => {
    test.use({ language: "fr", locale: "fr", viewport: { width: 320, height } });

    test("the banner of an impersonation does not hide the focused element", async ({
      page,
      context,
      site,
      open,
    }) => {
      await impersonate(context, site);
      await open("/app/account");
      await page.getByRole("contentinfo").getByRole("button").last().focus();
      const focused = page.locator(":focus");
      for (let pressed = 0; pressed < 12; pressed++) {
        await page.keyboard.press("Shift+Tab");
        expect(await focused.evaluate(isOnTop), `after ${pressed + 1} steps`).toBe(true);
      }
    });
  });
}

for (const language of ["fr", "ar"] as const) {
  test.describe(`on a narrow phone in ${language}`, () => {
    test.use({ language, locale: language, viewport: { width: 360, height: 740 } });

    test("each tab has one line, clear of the edge of the screen", async ({ page, signIn, open, t }) => {
      await signIn();
      await open("/app");
      const tabs = page.getByRole("navigation", { name: t("common:navigation") }).getByRole("link");
      const texts = await tabs.evaluateAll((links) =>
        links.map((link) => {
          const text = document.createRange();
          text.selectNodeContents(link.lastChild as Node);
          const lines = [...text.getClientRects()];
          return { lines: lines.length, left: lines[0]?.left ?? 0, right: lines[0]?.right ?? 0 };
        }),
      );
      expect(new Set(texts.map(({ lines }) => lines))).toEqual(new Set([1]));
      expect(Math.min(...texts.map(({ left }) => left))).toBeGreaterThan(8);
      expect(Math.max(...texts.map(({ right }) => right))).toBeLessThan(352);
      // The current page's tab differs from the others by more than its colour.
      const lines = await tabs.evaluateAll((links) =>
        links.map((link) => getComputedStyle(link).borderTopColor !== "rgba(0, 0, 0, 0)"),
      );
      expect(lines).toEqual(lines.map((_, position) => position === 0));
    });

    test("a long address breaks before its @ and dots, and a long title ends in a visible ellipsis", async ({
      page,
      site,
      signIn,
      open,
    }) => {
      await signIn({ role: "admin" });
      for (const local of ["somebody.with.many.names", "martha.okonkwo"]) {
        const email = `${local}@${language}.department.example.com`;
        const { id } = await addUser(site, { email, name: null });
        for (const [path, around] of [
          [`/manager/users?searchTerm=${email}`, "main bdi"],
          [`/manager/users/${id}`, "main bdi"],
          [`/manager/users/${id}?confirm=delete`, "dialog p"],
          [`/manager/users/${id}/ban`, "main p:not(:has(bdi))"],
        ] as const) {
          await open(path);
          const address = page.locator(around).filter({ hasText: email }).first();
          await expect(address).toBeVisible();
          const { lines, broken } = await address.evaluate((shown) => {
            // A word ends at a space, or at the `wbr` that ends each text node.
            const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
            const words: { word: string; lines: Set<number> }[] = [];
            for (let text = texts.nextNode() as Text; text; text = texts.nextNode() as Text) {
              for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const bottoms = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
                words.push({ word, lines: new Set(bottoms) });
              }
            }
            return {
              lines: new Set(words.flatMap(({ lines }) => [...lines])).size,
              broken: words.filter(({ lines }) => lines.size > 1).map(({ word }) => word),
            };
          });
          expect(lines, path).toBeGreaterThan(1);
          expect(broken, `${path}: in the middle of a word`).toEqual([]);
        }
      }
      await open("/app/books");
      const title = page.getByRole("link", { name: "A Brief History of Time", exact: false }).first();
      const room = await title.evaluate((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        return link.getBoundingClientRect().right - text.getBoundingClientRect().right;
      });
      expect(room, "to the right of a title in English").toBeGreaterThan(10);
    });

    test("an address that wraps is aligned with the page", async ({ page, signIn, open }) => {
      const local = `${"a-long-".repeat(2)}${"unbroken".repeat(5)}`;
      const { email } = await signIn({ email: `${local}${language}@department.example.com` });
      await open("/app/account");
      await expect(page.getByRole("definition").getByText(email)).toHaveCSS(
        "text-align",
        { ltr: "left", rtl: "right" }[LANGUAGES[language].direction],
      );
      await open("/account/delete");
      await expect(page.getByText(email).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });
  });
}

test("in forced colours, a button differs from text by its border", async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open("/login");
  const button = page.getByRole("main").getByRole("button").first();
  await expect(button).toHaveCSS("border-top-width", "1px");
  await expect(button).toHaveCSS("border-top-color", /^rgb\(/);
});

for (const [language, isMirrored] of [
  ["en", false],
  ["ar", true],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, locale: language });

    test("an empty list has a drawing, which faces the reading direction", async ({
      page,
      signIn,
      open,
      t,
    }) => {
      await signIn({ role: "admin" });
      const drawn = page.waitForResponse(/empty-state-[^/]+\.svg$/);
      await open("/manager/users?searchTerm=nobody-is-called-so");
      await expect(page.getByText(t("common:noResults"))).toBeVisible();
      expect((await drawn).status()).toBe(200);
      const drawing = page.getByRole("main").locator('svg:has(use[href$="#sheet"])');
      await expect(drawing).toHaveAttribute("aria-hidden", "true");
      await expect(drawing).toHaveCSS("scale", isMirrored ? "-1 1" : "none");
      const width = () => drawing.locator("use").evaluate((use: SVGUseElement) => use.getBBox().width);
      await expect.poll(width, "what is drawn").toBeGreaterThan(100);
    });
  });
}

test.describe("without script, on a low screen", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });

  test("the manager's sidebar is in the same place on the pages of the account as on other pages", async ({
    page,
    signIn,
    t,
  }) => {
    await signIn({ role: "admin" });
    const heights = [];
    for (const path of ["/manager/jobs", "/account/passkeys"]) {
      await page.goto(path);
      const entry = page
        .getByRole("complementary")
        .getByRole("link", { name: t("common:account"), exact: true });
      heights.push((await entry.first().boundingBox())?.height);
    }
    expect(heights).toEqual([30, 30]);
  });
});

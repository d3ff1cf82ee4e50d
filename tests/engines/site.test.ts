import { expect, test } from "vitest";
import { COMPLETE_LANGUAGES, DEFAULT_LANGUAGE, LANGUAGES } from "#app/core/i18n/languages.ts";
import { pathOf } from "#app/slices/site/pages/addresses.ts";
import { readContent } from "#app/slices/site/pages/content.ts";
import { textsIn } from "#tests/support/texts.ts";
import { withAndWithoutScript } from "./with-and-without-script.ts";

// The static pages on a phone, as in tests/e2e/site.spec.ts, in each engine (tests/vitest.config.ts).

const t = textsIn(DEFAULT_LANGUAGE);
/** A language that is written from right to left, if there is one. */
const OTHER = COMPLETE_LANGUAGES.find((key) => LANGUAGES[key].direction === "rtl") ?? DEFAULT_LANGUAGE;
const PAGES = readContent().filter(({ language }) => language === OTHER);

withAndWithoutScript(390, (here) => {
  test("a visitor reads static pages, changes the language and continues to the sign-in", async () => {
    const { browser, site, visit } = here;
    const landing = PAGES.find(({ name }) => name === "index");
    const inMenu = PAGES.find(({ menu }) => menu === "header");
    await browser.open(new URL(pathOf(OTHER, "index"), site.url).href);
    await visit.see("main h1", landing?.title);
    expect(await visit.direction()).toBe(LANGUAGES[OTHER].direction);
    expect(await visit.isTooWide()).toBe(false);
    await visit.click("header nav a", inMenu?.label ?? inMenu?.title);
    await visit.see("main h1", inMenu?.title);
    await visit.click("footer a", LANGUAGES[DEFAULT_LANGUAGE].name);
    await visit.isAt(pathOf(DEFAULT_LANGUAGE, inMenu?.name ?? ""));
    await visit.click("header a", t("site:static.signIn"));
    await visit.see("main h1", t("login:signInOrUp.title"));
  });
});

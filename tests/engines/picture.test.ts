import path from "node:path";
import { test } from "vitest";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { PICTURE_FILES } from "#tests/support/upload-files.ts";
import { withAndWithoutScript } from "./with-and-without-script.ts";

// A reader's picture, as in tests/e2e/picture-journey.spec.ts, in each engine (tests/vitest.config.ts).

const t = textsIn("en");

withAndWithoutScript(1280, (here) => {
  test("a reader uploads a picture, sees it and removes it", async () => {
    const { browser, site, visit } = here;
    await visit.openAs(await addUser(site), "/app/account");
    await visit.click("main a", t("picture:change"));
    await visit.see("main h1", t("picture:title"));
    await browser.chooseFile("input[type=file]", path.resolve(PICTURE_FILES, "with-place.jpg"));
    await visit.click("button", t("common:save"));
    await visit.see("main h1", t("common:account"));
    await visit.until("the picture is drawn", () =>
      browser.evaluate(() => document.querySelector<HTMLImageElement>("main dd img")?.naturalWidth === 288),
    );
    await visit.click("main a", t("picture:change"));
    await visit.click("button", t("upload:picture.remove"));
    await visit.gone("main dd img");
  });
});

import { check, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the gallery of the interface is translated, accessible, and no wider than the screen", async ({
    page,
  }) => {
    await check(page, "/dev/gallery", language);
    await check(page, "/dev/gallery?confirm", language);
  });
});

import { expect, test } from "vitest";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { engine } from "./start-engine.ts";
import { withAndWithoutScript } from "./with-and-without-script.ts";

// A reader's shelf, as in tests/e2e/shelf-journey.spec.ts, in each engine (tests/vitest.config.ts).

const t = textsIn("en");
const TITLE = "main h1";

withAndWithoutScript(1280, (here, { hasScript }) => {
  test("a reader puts a book on the shelf, rates it, finds it, takes it off and puts it back", async () => {
    const { browser, site, visit } = here;
    await visit.openAs(await addUser(site), "/app/books");
    await visit.click("main li:has(svg) a");
    const { text: title } = await visit.see(TITLE, null, ({ text }) =>
      expect(text).not.toBe(t("book:list.title")),
    );
    await visit.click("button", t("shelf:reading"));
    await visit.see("button[aria-pressed=true]", t("shelf:reading"));
    await visit.click("main a", t("shelf:details"));
    await visit.fill("textarea", t("reading:fields.note"), "Again");
    await visit.click("button", t("save"));
    await visit.fill("input[type=search]", t("search"), title);
    await browser.press("Enter");
    // The shelf shows the same book before the search, and the click must not meet the list that is replaced.
    await visit.see("form a", t("clearSearch"));
    await visit.click("main li:has(svg) a", title);
    await visit.see("textarea", t("reading:fields.note"), ({ value }) => expect(value).toBe("Again"));
    await visit.click("button", t("reading:remove"));
    await visit.click("button", t("undo"));
    await visit.see("textarea", t("reading:fields.note"), ({ value }) => expect(value).toBe("Again"));
  });

  test("a reader shares a shelf with somebody without an account, who turns such emails off", async () => {
    const { site, visit } = here;
    const to = `${engine}-${hasScript}@example.com`;
    await visit.openAs(await addUser(site, { name: "Emily Dickinson" }), "/app/shelf");
    await visit.click("main a", t("share:newShelf"));
    await visit.fill("input", t("share:fields.email"), to);
    await visit.click("button", t("share:submit"));
    await visit.see("main li", null, ({ text }) => expect(text).toContain(to));
    const [mail] = await mailsTo(site, to);
    const link = /https?:\S+\/shared\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    await visit.open(new URL(link).pathname + new URL(link).search);
    await visit.see(TITLE, t("share:shelfOf", { name: "Emily Dickinson" }));
    const end = new URL(mail?.unsubscribeUrl ?? "");
    await visit.open(end.pathname + end.search);
    await visit.click("button", t("preference:unsubscribe.submit"));
    await visit.see(TITLE, t("preference:unsubscribe.done"));
  });
});

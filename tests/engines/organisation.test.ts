import { expect, test } from "vitest";
import { linkTo } from "#tests/support/organisation-invitations.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { engine } from "./start-engine.ts";
import { withAndWithoutScript } from "./with-and-without-script.ts";

// An invitation, as in tests/e2e/organisation-journey.spec.ts, in each engine (tests/vitest.config.ts).

const t = textsIn("en");
const TITLE = "main h1";

withAndWithoutScript(390, (here, { hasScript }) => {
  test("an organisation is made, and somebody is invited, who has an account and accepts", async () => {
    const { site, visit } = here;
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

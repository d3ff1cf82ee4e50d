import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  actionsOf,
  linksOf,
  linkThere,
  providersOf,
  signIn,
  subjectsTo,
} from "#tests/support/provider-linked-accounts.ts";
import { accountThere, startProviders } from "#tests/support/providers.ts";
import { addSecondStep } from "#tests/support/second-steps.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Accounts at providers that are linked to an account here. provider-linking.test.ts tests what linking requires.

const t = textsIn("en");

const providers = await startProviders();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});
afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

describe.each(providers.fakes)("an account at $label", (there) => {
  const provider = there.label;

  test("is linked on the account page, whatever its address, and then signs in", async () => {
    const { visitor, email, id } = await someone(worker);
    const page = await visitor.get("/app/account");
    expect(databaseCost(page).roundTrips).toBe(1);
    const html = await page.text();
    expect(html).toContain(`href="/account/link/${there.name}"`);
    await expect(new Response(html)).toShow(t("account:linked.none"));
    const account = accountThere(`elsewhere-${there.name}@example.com`, false);
    const sent = await visitor.get(`/account/link/${there.name}`);
    const location = new URL(sent.headers.get("Location") as string);
    expect(location.searchParams.get("prompt")).toBe("select_account");
    expect(location.searchParams.get("redirect_uri")).toBe(`${worker.url}/login/${there.name}/callback`);

    expect(await linkThere(visitor, there, account)).toRedirectTo("/app/account");
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.done", { provider }));
    const after = await visitor.get("/app/account");
    await expect(after).toShow(`${provider} Linked now`);
    await expect(after).not.toShow(t("account:linked.lastUsed", { time: "now" }));
    const subject = t("email:providerLinkedByOwner.subject", { provider });
    await expect.poll(() => subjectsTo(worker, email)).toEqual([subject]);

    expect(await signIn(worker, there, account)).toRedirectTo("/app");
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.lastUsed", { time: "now" }));
    expect(await actionsOf(worker, id)).toEqual(["account.link", "auth.signIn"]);
    // A second request, from a tab that was still open, changes nothing and sends no notice.
    expect(await linkThere(visitor, there, account)).toRedirectTo("/app/account");
    expect(await actionsOf(worker, id)).toEqual(["account.link", "auth.signIn"]);
    const data = await (await visitor.get("/account/data")).json();
    expect(data).toMatchObject({
      linkedAccounts: [{ provider: there.name, lastUsedAt: expect.stringMatching(/Z$/) }],
    });
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    const userPage = await admin.get(`/manager/users/${id}`);
    expect(databaseCost(userPage).roundTrips).toBe(1);
    await expect(userPage).toShow(provider);
  });

  test("counts as used by a sign-in that waits for its second step", async () => {
    const { visitor, id } = await someone(worker);
    const account = accountThere(null);
    await linkThere(visitor, there, account);
    await addSecondStep(worker, id);
    const [linked] = await linksOf(worker, id);
    expect(linked?.lastUsedAt).toBeNull();
    expect(await signIn(worker, there, account)).toRedirectTo("/login/second-step");
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.lastUsed", { time: "now" }));
  });

  test("of another user can't be linked", async () => {
    const [one, other] = [await someone(worker), await someone(worker)];
    const account = accountThere(null);
    await linkThere(one.visitor, there, account);
    const refused = await linkThere(other.visitor, there, account);
    expect(refused).toRedirectTo("/app/account");
    expect(refused.headers.get("X-Error-Code")).toBe("SOCIAL_ACCOUNT_ALREADY_LINKED");
    await expect(await other.visitor.get("/app/account")).toShow(t("code:SOCIAL_ACCOUNT_ALREADY_LINKED"));
    expect([await providersOf(worker, one.id), await providersOf(worker, other.id)]).toEqual([
      [there.name],
      [],
    ]);
  });
});

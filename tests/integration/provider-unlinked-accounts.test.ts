import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { auditLog, sessions, socialAccounts, users } from "#app/schema.ts";
import { addPasskey, passkeysOf } from "#tests/support/passkeys.ts";
import { addUser } from "#tests/support/people.ts";
import {
  actionsOf,
  linksOf,
  linkThere,
  providersOf,
  signIn,
  subjectsTo,
} from "#tests/support/provider-linked-accounts.ts";
import { accountThere, goThere, startProviders } from "#tests/support/providers.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const providers = await startProviders();
const { google, github } = providers;
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});
afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

const unlink = (visitor: Visitor, provider: string) =>
  visitor.post("/app/account", { intent: "unlink", provider });

describe("unlinking an account", () => {
  const refused = "FAILED_TO_UNLINK_LAST_ACCOUNT";

  test("is refused if it is the only way in, because the address was never verified", async () => {
    const { visitor, id } = await someone(worker, { emailVerifiedAt: null });
    await linkThere(visitor, google, accountThere(null));
    const answer = await unlink(visitor, "google");
    expect(answer.headers.get("X-Error-Code")).toBe(refused);
    await expect(await visitor.get("/app/account")).toShow(t(`code:${refused}`));
    expect(await providersOf(worker, id)).toEqual(["google"]);
    expect(await actionsOf(worker, id)).not.toContain("account.unlink");
    await linkThere(visitor, github, accountThere(null));
    const both = await Promise.all([unlink(visitor, "google"), unlink(visitor, "github")]);
    expect(both.map(({ headers }) => headers.get("X-Error-Code")).sort()).toEqual([refused, null]);
    expect(await linksOf(worker, id)).toHaveLength(1);
    // An account at a provider that is not offered is no way to sign in, and can't be unlinked here.
    expect((await unlink(visitor, "gitlab")).headers.get("X-Error-Code")).toBe("ACCOUNT_NOT_FOUND");
    await worker.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, id));
    for (const provider of ["google", "github"]) await unlink(visitor, provider);
    expect(await linksOf(worker, id)).toEqual([]);
  });

  test("and removing a passkey at the same time leaves one of the two, if they are the only ways in", async () => {
    const withBoth = async () => {
      const { visitor, id } = await someone(worker, { emailVerifiedAt: null });
      await linkThere(visitor, google, accountThere(null));
      await addPasskey(visitor);
      const [passkey] = await passkeysOf(worker, id);
      const forms = [
        () => unlink(visitor, "google"),
        () => visitor.post("/account/passkeys", { intent: "remove-passkey", passkeyId: passkey?.id ?? "" }),
      ] as const;
      return { id, forms };
    };
    const { id, forms } = await withBoth();
    const both = await Promise.all(forms.map((send) => send()));
    expect(both.map(({ headers }) => headers.get("X-Error-Code")).sort()).toEqual([refused, null]);
    expect([...(await linksOf(worker, id)), ...(await passkeysOf(worker, id))]).toHaveLength(1);
    // If both are removed one after the other, in either order, the second removal is refused.
    for (const order of [[0, 1] as const, [1, 0] as const]) {
      const { forms } = await withBoth();
      expect((await forms[order[0]]()).headers.get("X-Error-Code")).toBeNull();
      expect((await forms[order[1]]()).headers.get("X-Error-Code")).toBe(refused);
    }
  });

  test("works for a provider that is no longer offered, which does not count as a way in", async () => {
    const { visitor, id } = await someone(worker, { emailVerifiedAt: null });
    await linkThere(visitor, google, accountThere(null));
    await worker.db.insert(socialAccounts).values({ userId: id, provider: "gone", providerUserId: id });
    expect((await unlink(visitor, "google")).headers.get("X-Error-Code")).toBe(refused);
    await expect(await visitor.get("/app/account?unlink=gone")).toShow(
      t("account:linked.confirm.title", { provider: "gone" }),
    );
    await unlink(visitor, "gone");
    expect(await providersOf(worker, id)).toEqual(["google"]);
  });

  test("while somebody signs in with it gives them no session", async () => {
    const { visitor, email, id } = await someone(worker);
    const account = accountThere(null);
    await linkThere(visitor, google, account);
    const stranger = new Visitor(worker);
    google.signIn(account);
    const back = await goThere(stranger, "/login/google");
    await unlink(visitor, "google");
    expect(await stranger.get(back)).toRedirectTo("/login/error?error=unknown_error&code=EMAIL_NOT_VERIFIED");
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    // If the account at the provider has the owner's address, signing in with it links it again. As the first
    // time, the owner gets a notice.
    expect(await signIn(worker, google, { ...account, email })).toRedirectTo("/app");
    await expect
      .poll(() => subjectsTo(worker, email))
      .toContain(t("email:providerLinked.subject", { provider: "Google" }));
    const [link] = await worker.db
      .select()
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, id), eq(socialAccounts.provider, "google")));
    expect(link?.lastUsedAt).toEqual(expect.any(Number));
  });

  test("is in the audit log with the provider's name in each language, as linking is", async () => {
    const { visitor, email, id } = await someone(worker);
    await linkThere(visitor, google, accountThere(null));
    await unlink(visitor, "google");
    await signIn(worker, github, accountThere(email));
    const entries = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.at);
    expect(entries.flatMap(({ action, changes }) => (changes ? [[action, ...changes]] : []))).toEqual([
      ["account.link", ["provider", null, "Google"]],
      ["account.unlink", ["provider", "Google", null]],
      ["account.link", ["provider", null, "GitHub"]],
    ]);
    const { visitor: administrator } = await someone(worker, { role: "admin" });
    for (const language of LANGUAGE_KEYS) {
      administrator.headers["Accept-Language"] = language;
      const shown = await administrator.get(`/manager/audit?person=${id}`);
      const provider = textsIn(language)("user:fields.provider");
      await expect(shown).toShow(`${provider} ${textsIn(language)("audit:after")} Google`);
      await expect(shown).toShow(`${provider} ${textsIn(language)("audit:before")} Google`);
    }
  });

  test("sends the owner a notice, and changes nothing for another user of the same provider", async () => {
    const [one, other] = [await someone(worker), await someone(worker)];
    for (const { visitor } of [one, other]) await linkThere(visitor, google, accountThere(null));
    await unlink(one.visitor, "google");
    await expect
      .poll(() => subjectsTo(worker, one.email))
      .toContain(t("email:providerUnlinked.subject", { provider: "Google" }));
    expect([await providersOf(worker, one.id), await providersOf(worker, other.id)]).toEqual([
      [],
      ["google"],
    ]);
  });
});

test("a refused sign-in does not count as a use of a linked account", async () => {
  const { id } = await addUser(worker, { bannedAt: 1 });
  const account = accountThere(null);
  await worker.db
    .insert(socialAccounts)
    .values({ userId: id, provider: "google", providerUserId: String(account.id) });
  expect((await signIn(worker, google, account)).status).toBe(403);
  expect((await linksOf(worker, id))[0]?.lastUsedAt).toBeNull();
});

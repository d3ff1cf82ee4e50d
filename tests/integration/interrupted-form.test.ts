import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { addPasskey, signInWith } from "#tests/support/passkeys.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, lastLink, mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

const VERIFY = "/login/verify?redirect=%2Fcontinue";
const PROMPT = t("code:SESSION_EXPIRED");

/** Signs a user in with a code. */
async function signIn(visitor: Visitor, email: string) {
  const { verifyPath, code } = await visitor.askForCode(email);
  await visitor.confirm(verifyPath, code);
}

/** Creates a user who has signed in with a code. */
async function signedIn(given: Partial<typeof users.$inferInsert> = {}) {
  const user = await addUser(worker, { email: `${crypto.randomUUID()}@example.com`, ...given });
  const visitor = new Visitor(worker);
  await signIn(visitor, user.email);
  return { user, visitor };
}

const endSessions = (userId: string) => worker.db.delete(sessions).where(eq(sessions.userId, userId));

const rename = (visitor: Visitor, name: string) =>
  visitor.post("/app/account", { intent: "change-name", name });

/** Signs in with the code of the newest email, and opens the page that follows. */
async function signInAgain(visitor: Visitor, email: string) {
  const response = await visitor.confirm(VERIFY, await lastCode(worker, email));
  expect(response).toRedirectTo("/continue");
  return visitor.get("/continue");
}

/** Finds the form that sends the stored form. @returns its action and its hidden fields */
async function keptForm(page: Response) {
  const [, action, form = ""] =
    /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec((await page.text()).split("<main")[1] ?? "") ?? [];
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action, fields: fields.map(([, name, value]) => [name, value]) };
}

test("a form that is sent after the session has ended is stored and finished, unchanged, after signing in again", async () => {
  const { user, visitor } = await signedIn();
  await endSessions(user.id);
  const mailsBefore = (await mailsTo(worker, user.email)).length;
  expect(await rename(visitor, `Ada & "Co" <b>`)).toRedirectTo(VERIFY);
  expect((await findUser(worker, user.email))?.name).toBe("Ada");
  const asked = await visitor.get(VERIFY);
  await expect(asked).toShow(PROMPT);
  await expect(asked).toShow(user.email);
  expect(await mailsTo(worker, user.email)).toHaveLength(mailsBefore + 1);

  const code = await lastCode(worker, user.email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  expect((await visitor.confirm(VERIFY, wrong)).status).toBe(400);

  const page = await signInAgain(visitor, user.email);
  await expect(page).toShow(t("auth:continue.description"));
  const kept = await keptForm(page);
  expect(kept).toEqual({
    action: "/app/account",
    fields: [
      ["intent", "change-name"],
      ["name", "Ada &amp; &quot;Co&quot; &lt;b&gt;"],
    ],
  });
  expect(await rename(visitor, `Ada & "Co" <b>`)).toRedirectTo("/app/account");
  expect((await findUser(worker, user.email))?.name).toBe(`Ada & "Co" <b>`);

  // The form is sent only once: a reader who goes back does not send it again.
  expect(await visitor.get("/continue")).toRedirectTo("/");
});

test("the link in the email also finishes an interrupted form, in this browser only", async () => {
  const { user, visitor } = await signedIn();
  await endSessions(user.id);
  await rename(visitor, "Grace");
  const elsewhere = new Visitor(worker);
  expect(await elsewhere.post(await lastLink(worker, user.email), {})).toRedirectTo("/continue");
  expect(await elsewhere.get("/continue")).toRedirectTo("/");

  const { user: other, visitor: here } = await signedIn();
  await endSessions(other.id);
  await rename(here, "Grace");
  expect(await here.post(await lastLink(worker, other.email), {})).toRedirectTo("/continue");
  expect((await keptForm(await here.get("/continue"))).fields).toContainEqual(["name", "Grace"]);
});

test("a sign-in with a passkey also finishes an interrupted form", async () => {
  const { user, visitor } = await signedIn();
  const key = await addPasskey(visitor);
  await endSessions(user.id);
  expect(await rename(visitor, "Grace")).toRedirectTo(VERIFY);
  // The page that asks for the code links back to the page that offers the passkey, which continues to the
  // same place.
  expect(await (await visitor.get(VERIFY)).text()).toContain('href="/login?redirect=%2Fcontinue"');
  expect(await signInWith(visitor, key, {}, "?redirect=%2Fcontinue")).toRedirectTo("/continue");
  expect((await keptForm(await visitor.get("/continue"))).fields).toContainEqual(["name", "Grace"]);
});

test("another user who signs in with this browser neither sees nor sends the form", async () => {
  const { user, visitor } = await signedIn();
  await endSessions(user.id);
  await rename(visitor, "Unmistakable");
  const other = await addUser(worker);
  await signIn(visitor, other.email);
  expect(await visitor.get("/continue")).toRedirectTo("/");
  const home = await visitor.get("/app");
  await expect(home).toShow(t("auth:continue.gone"));
  expect(textOf(await home.text())).not.toContain("Unmistakable");

  // The owner can't send the form later either: the other user's visit has deleted it.
  await worker.db.delete(sessions).where(eq(sessions.userId, other.id));
  await signIn(visitor, user.email);
  expect(await visitor.get("/continue")).toRedirectTo("/");
});

test("after a sign-out, no code is sent automatically, and no page shows the former user's address", async () => {
  const { user, visitor } = await signedIn();
  await visitor.post("/sign-out", {});
  const mails = (await mailsTo(worker, user.email)).length;
  // The page shows an address only if this browser has requested a code for it.
  visitor.cookies.delete("sign-in");
  expect(await rename(visitor, "Grace")).toRedirectTo("/login?redirect=%2Fcontinue");
  const asked = await visitor.get("/login?redirect=%2Fcontinue");
  await expect(asked).toShow(PROMPT);
  expect(await asked.text()).not.toContain(user.email);
  expect(await mailsTo(worker, user.email)).toHaveLength(mails);

  const { code } = await visitor.askForCode(user.email, "?redirect=%2Fcontinue");
  expect(await visitor.confirm(VERIFY, code)).toRedirectTo("/continue");
  const page = await visitor.get("/continue");
  // Anybody who uses this browser may have filled in the form.
  await expect(page.clone()).toShow(t("auth:continue.askDescription"));
  await expect(page.clone()).toShow("/app/account change-name Grace");
  expect((await keptForm(page)).fields).toContainEqual(["name", "Grace"]);
});

test("the form is stored as long as the email's link works, and after that the reader sees that it is gone", async () => {
  const { user, visitor } = await signedIn();
  await endSessions(user.id);
  const before = Math.floor(Date.now() / 1000);
  await rename(visitor, "Grace");
  const { keys } = await worker.kv.list({ prefix: "interrupted-form:" });
  const newest = Math.max(...keys.map(({ expiration }) => expiration ?? Number.POSITIVE_INFINITY));
  expect(newest - before).toBeGreaterThanOrEqual(3600);
  expect(newest - before).toBeLessThan(3660);
  const [signed = ""] = decodeURIComponent(visitor.cookies.get("interrupted-form") ?? "").split(".");
  const token: string = JSON.parse(atob(signed));
  expect(token.length, "128 bits").toBe(22);
  for (const { name } of keys) expect(name, "a list of the keys reveals no token").not.toContain(token);

  for (const { name } of keys) await worker.kv.delete(name);
  expect(await signInAgain(visitor, user.email)).toRedirectTo("/");
  await expect(await visitor.get("/app")).toShow(t("auth:continue.gone"));
});

test("a form that was sent while impersonating is not stored", async () => {
  const { user, visitor } = await signedIn({ role: "admin" });
  const target = await addUser(worker);
  await visitor.post(`/manager/users/${target.id}`, { intent: "impersonate" });
  // The impersonation has expired, but is still stored.
  await worker.db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.userId, user.id));
  expect(await rename(visitor, "Grace")).toRedirectTo("/login?redirect=%2Fapp%2Faccount");
});

test("a form is not stored if it could not be finished", async () => {
  // Nobody has signed in with this browser before.
  expect(await rename(new Visitor(worker), "Grace")).toRedirectTo("/login?redirect=%2Fapp%2Faccount");

  const { user: reader, visitor: browser } = await signedIn();
  await endSessions(reader.id);
  expect(await browser.post("/sign-out", {}), "no fields").toRedirectTo("/login");
  expect((await browser.post("/app/account", { name: "x".repeat(70_000) })).status, "too long").toBe(413);
  const body = new FormData();
  body.append("intent", "change-name");
  body.append("file", new File(["a"], "a.csv"));
  expect(await browser.post("/app/account", {}, { body }), "a file").toRedirectTo(
    "/login?redirect=%2Fapp%2Faccount",
  );
  await worker.db.delete(users).where(eq(users.id, reader.id));
  expect(await rename(browser, "Grace"), "no account").toRedirectTo("/login?redirect=%2Fapp%2Faccount");
});

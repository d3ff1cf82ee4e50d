import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#app/core/lib/bytes.ts";
import { dayAfter, dayOf, startOfDay } from "#app/core/lib/calendar-day.ts";
import { TOKEN_PREFIX } from "#app/product.ts";
import { accessTokens, auditLog, sessions } from "#app/schema.ts";
import { isTokenText } from "#app/slices/api/token/token-text.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PATH = "/account/tokens";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Signs in a reader in Nairobi. */
async function reader(given: Parameters<typeof addUser>[1] = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, ...given });
  visitor.cookies.set("time-zone", "Africa/Nairobi");
  const id = (await findUser(worker, email))?.id as string;
  return { visitor, email, id };
}

const newToken = (fields: Record<string, string> = {}) => ({
  intent: "create-token",
  id: crypto.randomUUID(),
  name: "CI",
  scopes: "read",
  ends: "30",
  ...fields,
});

/** Finds the token that a page shows; null if it shows none. */
const shownIn = (html: string) =>
  new RegExp(`<textarea[^>]*>(${TOKEN_PREFIX}_[\\w-]+)</textarea>`).exec(html)?.[1] ?? null;

const today = () => dayOf(Date.now(), "Africa/Nairobi");
/** When `day` ends in Nairobi. */
const endOf = (day: string) => startOfDay(dayAfter(day), "Africa/Nairobi");

const entriesAbout = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).map(
    ({ action, subjectLabel, changes }) => [action, subjectLabel, changes],
  );

describe("creating a token", () => {
  test("shows it once, and the database stores only its hash", async () => {
    const { visitor, id, email } = await reader();
    const form = new URLSearchParams(newToken({ name: "  Nightly \u200b build ", ends: "90" }));
    form.append("scopes", "write");
    const answer = await visitor.post(PATH, {}, { body: form });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const html = await answer.text();
    const token = shownIn(html) as string;
    expect(await isTokenText(token)).toBe(true);
    for (const line of [...answer.headers.values(), ...worker.logs])
      expect(line).not.toContain(token.slice(7));
    await expect(new Response(html)).toShow(t("token:made.once"));
    await expect(new Response(html)).not.toShow(t("token:made.repeated"));

    const [row] = await accessTokensOf(worker, id);
    expect(row).toMatchObject({
      name: "Nightly build",
      scopes: ["read", "write"],
      tokenHash: await sha256(token),
      expiresAt: endOf(dayAfter(today(), 90)),
      lastUsedAt: null,
    });
    expect(JSON.stringify(await contentsOf(worker, { without: [] }))).not.toContain(token.slice(7));
    expect(await entriesAbout(id)).toEqual([
      ["token.create", email, [["accessToken", null, "Nightly build"]]],
    ]);

    const page = await visitor.get(PATH);
    expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
    const list = await page.text();
    expect(shownIn(list)).toBeNull();
    expect(list).not.toContain(row?.tokenHash);
    const until = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
    const day = until.format(new Date(dayAfter(today(), 90)));
    for (const text of ["Nightly build", t("token:neverUsed"), t("token:until", { day })])
      await expect(new Response(list)).toShow(text);
  });

  test("requires a name, a scope and an expiry within 366 days, and a refused form keeps its values", async () => {
    const { visitor, id } = await reader();
    const last = dayAfter(today(), 366);
    const refused = [
      [{ name: " " }, t("user:errors.nameRequired")],
      [{ name: "x".repeat(101) }, t("validation:string.max", { count: 100 })],
      [{ scopes: "" }, t("token:errors.scopeRequired")],
      [{ scopes: "everything" }, null],
      [{ ends: "36500" }, t("validation:enum")],
      [{ ends: "day" }, "Choose a day from today to"],
      [{ ends: "day", lastDay: "2026-02-31" }, t("token:errors.dayInvalid")],
      [{ ends: "day", lastDay: dayAfter(today(), -1) }, "Choose a day from today to"],
      [{ ends: "day", lastDay: dayAfter(last) }, "Choose a day from today to"],
    ] as const;
    for (const [fields, message] of refused) {
      const answer = await visitor.post(PATH, newToken({ name: "Kept", ...fields }));
      expect(answer.status, JSON.stringify(fields)).toBe(400);
      if (message) await expect(answer).toShow(message);
      if (!("name" in fields)) expect(await answer.text()).toContain('value="Kept"');
    }
    expect(await accessTokensOf(worker, id)).toEqual([]);
    for (const lastDay of [today(), last]) {
      expect((await visitor.post(PATH, newToken({ ends: "day", lastDay }))).status).toBe(200);
    }
    const ends = (await accessTokensOf(worker, id)).map(({ expiresAt }) => expiresAt);
    expect(ends.sort()).toEqual([endOf(today()), endOf(last)]);
  });

  test("from a form that is sent twice creates one token, and the text in the later response works", async () => {
    const { visitor, id } = await reader();
    const form = newToken();
    const first = shownIn(await (await visitor.post(PATH, form)).text());
    const again = await visitor.post(PATH, form);
    await expect(again).toShow(t("token:made.repeated"));
    const second = shownIn(await again.text()) as string;
    expect(second).not.toBe(first);
    const [row, ...others] = await accessTokensOf(worker, id);
    expect(others).toEqual([]);
    expect(row?.tokenHash).toBe(await sha256(second));
    expect(await entriesAbout(id)).toHaveLength(1);

    // A token that was used is not replaced.
    await worker.db.update(accessTokens).set({ lastUsedAt: 1 });
    expect(await visitor.post(PATH, form)).toRedirectTo(PATH);
    await expect(await visitor.get(PATH)).toShow(t("token:errors.inUse"));
    expect((await accessTokensOf(worker, id)).map(({ tokenHash }) => tokenHash)).toEqual([row?.tokenHash]);

    // A user who goes back and sends other values creates another token.
    expect(shownIn(await (await visitor.post(PATH, { ...form, name: "Other" })).text())).not.toBeNull();
    expect((await accessTokensOf(worker, id)).map(({ name }) => name).sort()).toEqual(["CI", "Other"]);
  });

  test("with the id of another user's token creates a new one, and leaves theirs", async () => {
    const { visitor, id } = await reader();
    const theirs = await addAccessToken(worker, (await addUser(worker)).id);
    expect((await visitor.post(PATH, newToken({ id: theirs.id }))).status).toBe(200);
    expect(await accessTokensOf(worker, id)).toHaveLength(1);
    const { text, ...row } = theirs;
    expect(await accessTokensOf(worker, theirs.userId)).toEqual([row]);
  });

  test("is refused beyond 25 tokens, even for simultaneous requests, and the page says so", async () => {
    const { visitor, id } = await reader();
    for (let n = 0; n < 22; n++) await addAccessToken(worker, id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.post(PATH, newToken())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400, 400, 400]);
    expect(await accessTokensOf(worker, id)).toHaveLength(25);
    const message = t("token:errors.tooMany", { limit: 25 });
    for (const answer of answers) if (answer.status === 400) await expect(answer).toShow(message);
    expect(await entriesAbout(id)).toHaveLength(3);
  });

  test("with the scope manage is allowed only to users who may enter the manager", async () => {
    const { visitor, id } = await reader();
    expect(await (await visitor.get(PATH)).text()).not.toContain('value="manage"');
    const refused = await visitor.post(PATH, newToken({ scopes: "manage" }));
    expect(refused.status).toBe(403);
    expect(refused.headers.get("X-Error-Code")).toBe("ACCESS_DENIED");
    expect(await accessTokensOf(worker, id)).toEqual([]);
    const admin = await reader({ role: "admin" });
    expect(await (await admin.visitor.get(PATH)).text()).toContain('value="manage"');
    expect((await admin.visitor.post(PATH, newToken({ scopes: "manage" }))).status).toBe(200);
    expect((await accessTokensOf(worker, admin.id)).map(({ scopes }) => scopes)).toEqual([["manage"]]);
  });

  test("in an old session asks for a code, then creates the token from the values that were entered", async () => {
    const { visitor, email, id } = await reader();
    await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
    const form = new URLSearchParams(newToken({ name: "Kept", ends: "365" }));
    form.append("scopes", "write");
    const asked = await visitor.post(PATH, {}, { body: form });
    expect(asked.status).toBe(401);
    expect(asked.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    await expect(asked).toShow(t("code:SESSION_EXPIRED"));
    expect(await accessTokensOf(worker, id)).toEqual([]);
    const [step = ""] = /<form[^>]*action="\/account\/tokens".*?<\/form>/s.exec(await asked.text()) ?? [];
    const fields = [...step.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name as string, value as string],
    );
    const proofCode = await lastCode(worker, email);
    const body = new URLSearchParams([...fields, ["proofCode", proofCode]]);
    const made = await visitor.post(PATH, {}, { body });
    expect(made.status).toBe(200);
    expect(shownIn(await made.text())).not.toBeNull();
    expect(await accessTokensOf(worker, id)).toMatchObject([
      { name: "Kept", scopes: ["read", "write"], expiresAt: endOf(dayAfter(today(), 365)) },
    ]);
  });

  test("is refused while impersonating, and the page then shows nobody's tokens", async () => {
    const admin = await reader({ role: "admin" });
    const target = await addUser(worker);
    await addAccessToken(worker, admin.id, { name: "The-administrator's" });
    await addAccessToken(worker, target.id, { name: "The-user's" });
    await admin.visitor.post(`/manager/users/${target.id}`, { intent: "impersonate" });
    for (const answer of [await admin.visitor.get(PATH), await admin.visitor.post(PATH, newToken())]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get("X-Error-Code")).toBe("NOT_WHILE_IMPERSONATING");
      expect(await answer.text()).not.toMatch(/The-(administrator|user)/);
    }
    expect(await (await admin.visitor.get("/app/account")).text()).not.toContain(PATH);
    expect(await accessTokensOf(worker, target.id)).toHaveLength(1);
    await admin.visitor.post("/stop-impersonating", {});
    expect(await (await admin.visitor.get("/manager/account")).text()).toContain(PATH);
  });
});

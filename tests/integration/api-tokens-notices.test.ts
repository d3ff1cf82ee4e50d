import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { TOKEN_PREFIX } from "#app/product.ts";
import { accessTokens, notices } from "#app/schema.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { pathOf } from "#tests/support/notices.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PATH = "/account/tokens";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const newToken = (fields: Record<string, string> = {}) => ({
  intent: "create-token",
  id: crypto.randomUUID(),
  name: "Nightly build",
  scopes: "read",
  ends: "30",
  ...fields,
});

const noticesOf = async (userId: string) =>
  (await worker.db.select().from(notices).where(eq(notices.userId, userId))).map(({ about }) => about);

/** Calls the API with a token. @returns the status */
const statusFor = async (text: string) =>
  (await new Visitor(worker, { Authorization: `Bearer ${text}` }).get("/api/v1/me")).status;

describe("the owner of a new token", () => {
  test("gets an email whose link revokes the token", async () => {
    const { visitor, email, id } = await someone(worker);
    const page = await (await visitor.post(PATH, newToken())).text();
    const token = new RegExp(`<textarea[^>]*>(${TOKEN_PREFIX}_[\\w-]+)</textarea>`).exec(page)?.[1] as string;
    expect(await statusFor(token)).toBe(200);
    const subject = t("email:tokenCreated.subject");
    await expect
      .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject))
      .toEqual([subject]);
    const [mail] = await mailsTo(worker, email);
    expect(mail?.text).toContain(t("email:tokenCreated.text", { name: "Nightly build" }));
    expect(mail?.text).toContain(t("email:tokenCreated.help"));
    expect(mail?.text).not.toContain(token);
    const link = pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
    expect(await new Visitor(worker).post(link, {})).toRedirectTo(link);
    expect(await statusFor(token)).toBe(401);
    expect(await accessTokensOf(worker, id)).toEqual([]);
  });

  test("gets one notice for a form that is sent twice, even at the same moment", async () => {
    const { visitor, id } = await someone(worker);
    const form = newToken();
    await Promise.all([visitor.post(PATH, form), visitor.post(PATH, form)]);
    await expect(await visitor.post(PATH, form)).toShow(t("token:made.repeated"));
    expect(await noticesOf(id)).toEqual(["tokenCreated"]);
    // The same form with another name creates another token.
    await visitor.post(PATH, { ...form, name: "Another" });
    expect(await noticesOf(id)).toEqual(["tokenCreated", "tokenCreated"]);
  });

  test("gets no notice of a form that creates no token", async () => {
    const { visitor, id } = await someone(worker);
    for (let n = 0; n < 25; n++) await addAccessToken(worker, id);
    expect((await visitor.post(PATH, newToken())).status).toBe(400);
    expect(await noticesOf(id)).toEqual([]);
  });
});

describe("a change of address", () => {
  test("revokes the tokens of its user, and no others", async () => {
    const { visitor, email, id } = await someone(worker);
    const theirs = await addAccessToken(worker, (await addUser(worker)).id);
    const token = await addAccessToken(worker, id);
    const { path, form } = await askToChangeEmail(worker, visitor, email, `new-${email}`);
    const wrong = { ...form, oldCode: form.oldCode === "000000" ? "111111" : "000000" };
    expect((await visitor.post(path, wrong)).status).toBe(400);
    expect(await statusFor(token.text)).toBe(200);
    expect(await visitor.post(path, form)).toRedirectTo("/app/account");
    expect(await statusFor(token.text)).toBe(401);
    expect(await statusFor(theirs.text)).toBe(200);
  });

  test("revokes the tokens when it is carried out, but not if it is stopped while pending", async () => {
    const plan = async () => {
      const person = await someone(worker);
      const { path, form } = await askToChangeEmail(
        worker,
        person.visitor,
        person.email,
        `new-${person.email}`,
      );
      await person.visitor.post(path, { intent: "plan-email", code: form.code });
      return { ...person, token: await addAccessToken(worker, person.id) };
    };
    const [done, taken] = [await plan(), await plan()];
    await addUser(worker, { email: `new-${taken.email}` });
    await runCron(worker, EVERY_15_MINUTES, 71 * HOUR);
    expect(await accessTokensOf(worker, done.id)).toHaveLength(1);
    await runCron(worker, EVERY_15_MINUTES, 73 * HOUR);
    expect(await accessTokensOf(worker, done.id)).toEqual([]);
    expect(await accessTokensOf(worker, taken.id)).toHaveLength(1);
  });
});

test("a user who ends all other sessions learns that access tokens still work, if there are any, and where to revoke them", async () => {
  const question = "/app/account?state=revoke-sessions";
  const { visitor, id } = await someone(worker);
  await addAccessToken(worker, (await addUser(worker)).id);
  const ended = await addAccessToken(worker, id, { expiresAt: 1 });
  await expect(await visitor.get(question)).not.toShow(t("account:tokens.stay"));
  await worker.db
    .update(accessTokens)
    .set({ expiresAt: Date.now() + HOUR })
    .where(eq(accessTokens.id, ended.id));
  for (const language of LANGUAGE_KEYS) {
    visitor.cookies.set("lng", language);
    const page = await visitor.get(question);
    await expect(page).toShow(textsIn(language)("account:tokens.stay"));
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(/<dialog.*?<\/dialog>/s.exec(await page.text())?.[0]).toContain(`href="${PATH}"`);
  }
});

test("the account page shows the number of working tokens and the next expiry, and warns a week ahead", async () => {
  const { visitor, id } = await someone(worker);
  visitor.cookies.set("time-zone", "UTC");
  await addAccessToken(worker, id, { name: "Ended", expiresAt: 1 });
  await expect(await visitor.get("/app/account")).toShow(t("account:tokens.none"));

  const late = Date.now() + 20 * DAY;
  await addAccessToken(worker, id, { name: "Later", expiresAt: late });
  const day = (time: number) =>
    new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
  const calm = await visitor.get("/app/account");
  await expect(calm).toShow(t("account:tokens.nextEnds", { day: day(late) }));
  await expect(calm).not.toShow(t("account:tokens.endsSoon", { name: "Later", day: day(late) }));

  const soon = Date.now() + 6 * DAY;
  await addAccessToken(worker, id, { name: "Sooner", expiresAt: soon });
  const warned = await visitor.get("/app/account");
  await expect(warned).toShow(t("account:tokens.count", { count: 2 }));
  await expect(warned).toShow(t("account:tokens.endsSoon", { name: "Sooner", day: day(soon) }));
  expect(databaseCost(warned).roundTrips).toBe(1);
});

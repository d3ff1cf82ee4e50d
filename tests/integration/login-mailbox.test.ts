import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const askFor = async (email: string) => (await new Visitor(worker).post("/login", { email })).status;

/** Lets a new user request the codes to change their address to `to`. @returns the status */
async function claim(to: string): Promise<number> {
  const claimant = await Visitor.signedIn(worker);
  const answer = await claimant.post("/app/account?state=change-email", {
    intent: "change-email",
    email: to,
  });
  return answer.status;
}

/** Returns a browser that has signed in to an address. */
async function browserOf(email: string): Promise<Visitor> {
  const browser = new Visitor(worker);
  const { verifyPath, code } = await browser.askForCode(email);
  expect((await browser.confirm(verifyPath, code)).status).toBe(302);
  return browser;
}

describe("strangers who claim an address", () => {
  test("share five emails an hour with all who claim it or ask for codes to it", async () => {
    const { email } = await addUser(worker);
    for (let n = 0; n < 2; n++) expect(await askFor(email)).toBe(302);
    for (let n = 0; n < 3; n++) expect(await claim(email)).toBe(302);
    expect(await claim(email)).toBe(429);
    expect(await claim(email.replace("@", "+tag@")), "an address with a tag has the same mailbox").toBe(429);
    expect(await mailsTo(worker, email)).toHaveLength(5);
  });

  test("use up no email of its owner, in a known browser, a new one, or signed in", async () => {
    const { email } = await addUser(worker);
    const owner = await browserOf(email);
    for (let n = 0; n < 4; n++) expect(await claim(email)).toBe(302);
    expect(await claim(email)).toBe(429);
    expect(await askFor(email)).toBe(302);
    expect((await owner.post("/account/delete", { intent: "send-code" })).status).toBeLessThan(400);
    await owner.post("/sign-out", {});
    await browserOf(email);
    const { verifyPath, code } = await owner.askForCode(email);
    expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("have a limit that ignores codes for the owner in a known browser or signed in", async () => {
    const { email } = await addUser(worker);
    const owner = await browserOf(email);
    expect((await owner.post("/account/delete", { intent: "send-code" })).status).toBeLessThan(400);
    await owner.post("/sign-out", {});
    for (let n = 0; n < 5; n++) await owner.askForCode(email);
    // The browser was not known at its first sign-in, so that sign-in used one of the strangers' codes.
    for (let n = 0; n < 4; n++) expect(await claim(email)).toBe(302);
    expect(await claim(email)).toBe(429);
  });

  test("share the tries of all strangers", async () => {
    const strict = await startTestWorker({ settings: { LOGIN_FAILURES_PER_DAY: "2" } });
    const { email: to } = await addUser(strict);
    const claimants = [];
    for (const email of ["first@example.com", "second@example.com"]) {
      const visitor = await Visitor.signedIn(strict, { email });
      claimants.push({ visitor, ...(await askToChangeEmail(strict, visitor, email, to)) });
    }
    const [first, second] = claimants as [(typeof claimants)[0], (typeof claimants)[0]];
    const guess = { ...first.form, code: wrong(first.form.code) };
    for (let n = 0; n < 2; n++) expect((await first.visitor.post(first.path, guess)).status).toBe(400);
    const refused = await second.visitor.post(second.path, second.form);
    expect(refused.status).toBe(429);
    await expect(refused).toShow(t("refused:tooManyFailuresHere"));

    const owner = new Visitor(strict);
    const asked = await owner.askForCode(to);
    expect(await owner.confirm(asked.verifyPath, asked.code)).toRedirectTo("/app");
    await strict.stop();
  });
});

describe("addresses with tags", () => {
  test("share five emails an hour for strangers, apart from the address itself", async () => {
    const { email } = await addUser(worker);
    const tagged = (tag: string) => email.replace("@", `+${tag}@`);
    const known = await browserOf(tagged("known"));
    await known.post("/sign-out", {});
    for (const tag of ["a", "b", "c", "d"]) expect(await askFor(tagged(tag))).toBe(302);
    const refused = await new Visitor(worker).post("/login", { email: tagged("e") });
    expect(refused.status).toBe(429);
    await expect(refused).toShow("Too many codes were sent to this address.");
    await expect(refused, "the newest email may belong to another tag").not.toShow("still signs you in");
    expect(await mailsTo(worker, tagged("e"))).toEqual([]);
    expect(await askFor(email.replace("@", "+a@elsewhere.")), "another mailbox").toBe(302);

    const again = await known.askForCode(tagged("known"));
    expect(await known.confirm(again.verifyPath, again.code)).toRedirectTo("/app");
    await browserOf(email);
  });
});

describe("the spellings of a Gmail address", () => {
  test("share five emails an hour for strangers, with each tag and with those who claim them", async () => {
    const name = `reader${crypto.randomUUID().replaceAll("-", "")}`;
    const dotted = (n: number) => `${name.slice(0, n)}.${name.slice(n)}`;
    const known = await browserOf(`${dotted(1)}@gmail.com`);
    await known.post("/sign-out", {});
    for (const spelling of [
      `${dotted(2)}@gmail.com`,
      `${dotted(3)}@googlemail.com`,
      `${dotted(4)}+tag@gmail.com`,
      `${name}@googlemail.com`,
    ]) {
      expect(await askFor(spelling), spelling).toBe(302);
    }
    for (let n = 5; n < 32; n++) expect(await askFor(`${dotted(n)}@gmail.com`), dotted(n)).toBe(429);
    expect(await claim(`${dotted(6)}@gmail.com`)).toBe(429);
    expect(await askFor(`${dotted(2)}@example.com`), "dots make a difference elsewhere").toBe(302);

    // Emails still reach the owner of the address, and a browser that has signed in to another spelling of
    // it.
    await browserOf(`${name}@gmail.com`);
    const again = await known.askForCode(`${dotted(1)}@gmail.com`);
    expect(await known.confirm(again.verifyPath, again.code)).toRedirectTo("/app");
  });

  test("belong to different accounts", async () => {
    const name = `twin${crypto.randomUUID().replaceAll("-", "")}`;
    const [one, other] = [`${name}@gmail.com`, `t.${name.slice(1)}@gmail.com`];
    for (const email of [one, other]) await browserOf(email);
    expect((await findUser(worker, one))?.id).not.toBe((await findUser(worker, other))?.id);
    expect(await findUser(worker, other)).toMatchObject({ email: other });
  });
});

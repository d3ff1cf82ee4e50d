import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { emailChanges, type users } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { pathOf } from "#tests/support/notices.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { accountThere, goThere, startGitHub } from "#tests/support/providers.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const WEEK = 7 * 24 * HOUR;
const REFUSED = "/login/error?error=signup_disabled&code=ADDRESS_RESERVED";

let github: Awaited<ReturnType<typeof startGitHub>>;
let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  github = await startGitHub();
  worker = await startTestWorker({ settings: github.settings });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(async () => {
  await worker.stop();
  await github.stop();
});

/**
 * Creates a user whose address a stranger has changed.
 * @returns also the link in the email about the change
 */
async function robbed() {
  const { visitor: stranger, email, id } = await someone(worker);
  const { path, form } = await askToChangeEmail(worker, stranger, email, `thief-of-${email}`);
  expect(await stranger.post(path, form)).toRedirectTo("/app/account");
  const subject = t("email:emailChanged.subject");
  const emails = async () => (await mailsTo(worker, email)).filter((mail) => mail.subject === subject);
  await expect.poll(emails).toHaveLength(1);
  const [mail] = await emails();
  return { id, email, stranger, link: pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string) };
}

/** Expects that the link restores the address. */
async function expectRestored({ id, email, link }: { id: string; email: string; link: string }) {
  await new Visitor(worker).post(link, {});
  expect(await findUser(worker, email)).toMatchObject({ id });
}

const expectReserved = (answer: Response) => {
  expect(answer.status).toBe(409);
  expect(answer.headers.get("X-Error-Code")).toBe("ADDRESS_RESERVED");
};

describe("an address that a stranger has changed", () => {
  test("can't sign up; anyone who proves it sees the advice to use the link in the email, which still works", async () => {
    const person = await robbed();
    const owner = new Visitor(worker);
    const { verifyPath, code } = await owner.askForCode(person.email);
    const refused = await owner.confirm(verifyPath, code);
    expect(refused).toRedirectTo(REFUSED);
    expect(refused.headers.get("X-Error-Code")).toBe("ADDRESS_RESERVED");
    for (const language of LANGUAGE_KEYS) {
      const page = await new Visitor(worker, { Cookie: `lng=${language}` }).get(REFUSED);
      await expect(page).toShow(textsIn(language)("auth:failure.reasons.ADDRESS_RESERVED"));
    }
    await owner.askForCode(person.email);
    expect(await new Visitor(worker).post(await lastLink(worker, person.email), {})).toRedirectTo(REFUSED);
    github.signIn(accountThere(person.email));
    expect(await owner.get(await goThere(owner, "/login/github"))).toRedirectTo(REFUSED);
    expect(await findUser(worker, person.email)).toBeUndefined();
    expect((await owner.get("/app")).status).toBe(302);
    await expectRestored(person);
  });

  test("looks like any other until somebody proves it", async () => {
    const { email } = await robbed();
    const answers = [email, `nobody-${email}`].map(async (address) => {
      const stranger = new Visitor(worker);
      const asked = await stranger.post("/login", { email: address });
      const tried = await stranger.confirm(asked.headers.get("Location") as string, "123456");
      const [main = ""] = (await tried.text()).match(/<main.*<\/main>/s) ?? [];
      // A long address may be split into several parts (core/ui/address.tsx).
      expect(main).toContain(address.slice(0, address.indexOf("@")));
      const said = main.replace(/<span>([^<]*)<\/span><wbr\/>/g, "$1").replaceAll(address, "…");
      return [asked, tried].map(({ status, headers }) => [
        status,
        headers.get("Location"),
        headers.get("X-Error-Code"),
        said.replace(/"[^"]*"/g, ""),
      ]);
    });
    expect(await answers[0]).toEqual(await answers[1]);
  });

  test("can't be given to a user by an administrator, who sees why", async () => {
    const { email, id } = await addUser(worker);
    const here = `/manager/users/${id}/update`;
    const thief = `thief-of-${email}`;
    expect(await admin.post(here, { intent: "set-email", email: thief })).toRedirectTo(here);
    const added = await admin.post("/manager/users/new", { email, name: "Kept", role: "user" });
    expectReserved(added);
    await expect(added).toShow(t("code:ADDRESS_RESERVED"));
    expect(await added.text()).toContain('value="Kept"');
    const helper = await addUser(worker);
    const set = await admin.post(`/manager/users/${helper.id}/update`, { intent: "set-email", email });
    expectReserved(set);
    await expect(set).toShow(t("code:ADDRESS_RESERVED"));
    const api = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
    const body = { code: "ADDRESS_RESERVED", errors: [{ field: "email" }] };
    for (const [method, path] of [
      ["POST", "/users"],
      ["POST", `/users/${helper.id}/email`],
    ] as const) {
      const answer = await api.call(path, { method, json: { email } });
      expect(answer.status, path).toBe(409);
      expect(await answer.json()).toMatchObject(body);
    }
    expect(await findUser(worker, email)).toBeUndefined();
    // The administrator may undo the change.
    expect(await admin.post(here, { intent: "set-email", email })).toRedirectTo(here);
    expect(await findUser(worker, email)).toMatchObject({ id });
  });

  test("can't become another user's address, immediately or after a delay", async () => {
    const person = await robbed();
    const other = await someone(worker);
    const { path, form } = await askToChangeEmail(worker, other.visitor, other.email, person.email);
    const refused = await other.visitor.post(path, form);
    expectReserved(refused);
    await expect(refused).toShow(t("code:ADDRESS_RESERVED"));
    const again = await askToChangeEmail(worker, other.visitor, other.email, person.email);
    expectReserved(await other.visitor.post(path, { intent: "plan-email", code: again.form.code }));
    await expectRestored(person);

    // Another change that is already pending.
    const wanted = `wanted-by-${other.email}`;
    const planned = await askToChangeEmail(worker, other.visitor, other.email, wanted);
    await other.visitor.post(planned.path, { intent: "plan-email", code: planned.form.code });
    const { id } = await addUser(worker, { email: wanted });
    await admin.post(`/manager/users/${id}/update`, { intent: "set-email", email: `thief-of-${wanted}` });
    await runCron(worker, EVERY_15_MINUTES, 73 * HOUR);
    expect(await findUser(worker, other.email)).toMatchObject({ id: other.id });
    const [change] = await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, other.id));
    expect(change).toMatchObject({ newEmail: wanted, doneAt: null, stoppedAt: expect.any(Number) });
  });

  test("is free for its own account, and for all others once the change can no longer be undone", async () => {
    const { visitor, email, id } = await someone(worker);
    const move = async (from: string, to: string) => {
      const { path, form } = await askToChangeEmail(worker, visitor, from, to);
      expect(await visitor.post(path, form)).toRedirectTo("/app/account");
    };
    await move(email, `new-${email}`);
    await move(`new-${email}`, email);
    expect(await findUser(worker, email)).toMatchObject({ id });
    expectReserved(await admin.post("/manager/users/new", { email: `new-${email}`, name: "", role: "user" }));

    const late = await robbed();
    await worker.db
      .update(emailChanges)
      .set({ doneAt: Date.now() - WEEK })
      .where(eq(emailChanges.userId, late.id));
    const deleted = await robbed();
    await admin.post(`/manager/users/${deleted.id}`, { intent: "delete" });
    for (const free of [late, deleted]) {
      const visitor = new Visitor(worker);
      const { verifyPath, code } = await visitor.askForCode(free.email);
      expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    }
    const undone = await robbed();
    await expectRestored(undone);
    await admin.post("/manager/users/new", { email: `thief-of-${undone.email}`, name: "", role: "user" });
    expect(await findUser(worker, `thief-of-${undone.email}`)).toBeDefined();
  });
});

describe("a link that could not restore the address", () => {
  test("works once it is possible, and does nothing until then", async () => {
    const { id, email, link } = await robbed();
    // This user got the address before addresses were reserved.
    const newcomer = (await addUser(worker, { email })) as typeof users.$inferSelect;
    const owner = new Visitor(worker);
    await owner.post(link, {});
    const page = await owner.get(link);
    await expect(page).toShow(t("account:notMe.done.notRestored", { email }));
    await expect(page).toShow(t("account:notMe.done.again"));

    const back = new Visitor(worker);
    const { verifyPath, code } = await back.askForCode(`thief-of-${email}`);
    await back.confirm(verifyPath, code);
    expect(await owner.post(link, {})).toRedirectTo(link);
    await expect(await owner.get(link), "clicked without success").toShow(t("account:notMe.failed"));
    expect((await back.get("/app/account")).status).toBe(200);

    await admin.post(`/manager/users/${newcomer.id}`, { intent: "delete" });
    await expectRestored({ id, email, link });
    expect((await back.get("/app/account")).status).toBe(302);
    const done = await owner.get(link);
    await expect(done).toShow(t("account:notMe.done.restored", { email }));
    await expect(done).not.toShow(t("account:notMe.done.again"));
    const again = new Visitor(worker);
    const second = await again.askForCode(email);
    await again.confirm(second.verifyPath, second.code);
    await owner.post(link, {});
    expect((await again.get("/app/account")).status).toBe(200);
  });

  test("does not block a later link, such as the link of a pending change that another change has replaced", async () => {
    const { visitor, email, id } = await someone(worker);
    const planned = await askToChangeEmail(worker, visitor, email, `slow-${email}`);
    await visitor.post(planned.path, { intent: "plan-email", code: planned.form.code });
    const linkIn = async (subject: string) => {
      const emails = async () => (await mailsTo(worker, email)).find((mail) => mail.subject === subject);
      await expect.poll(emails).toBeDefined();
      return pathOf(/^http\S+$/m.exec((await emails())?.text ?? "")?.[0] as string);
    };
    const first = await linkIn(t("email:emailChangeWaiting.subject"));
    const { path, form } = await askToChangeEmail(worker, visitor, email, `thief-of-${email}`);
    await visitor.post(path, form);
    await new Visitor(worker).post(first, {});
    await expectRestored({ id, email, link: await linkIn(t("email:emailChanged.subject")) });
  });
});

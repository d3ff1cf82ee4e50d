import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { emailChanges, factorResets, notices, secondSteps, users } from "#app/schema.ts";
import {
  administrator,
  begin,
  confirm,
  entriesAbout,
  pageOf,
  personWithFactors,
  resetsOf,
} from "#tests/support/factor-resets.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { passkeysOf } from "#tests/support/passkeys.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const ACCOUNT = "/app/account";

const storage = gatedStorage();
let worker: TestWorker;
let admin: Awaited<ReturnType<typeof administrator>>;
let second: typeof admin;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await administrator(worker);
  second = await administrator(worker);
});
afterAll(() => worker.stop());

const reset = (given: Parameters<typeof addUser>[1] = {}) => personWithFactors(worker, given);

const expectRefused = async (answer: Response, code: string) => {
  expect(answer.status).toBe(302);
  expect(answer.headers.get("X-Error-Code")).toBe(code);
};

describe("an administrator begins a reset", () => {
  test("of a user, which is pending for a day, and the owner gets a notice", async () => {
    const person = await reset();
    // This request gives the browser a cookie with the administrator's role, so the next page is read in
    // parallel with the check.
    await admin.visitor.get(pageOf(person));
    const page = await admin.visitor.get(pageOf(person));
    await expect(page).toShow(t("reset:open"));
    expect(databaseCost(page).roundTrips).toBe(1);
    const question = await admin.visitor.get(`${pageOf(person)}?confirm=reset`);
    await expect(question).toShow(t("reset:question.title"));
    await expect(question).toShow(person.email);

    const begun = await admin.visitor.post(pageOf(person), { intent: "begin-reset" });
    expect(begun).toRedirectTo(pageOf(person));
    const [row] = await resetsOf(worker, person);
    expect(row).toMatchObject({ begunBy: admin.id, confirmedAt: null, doneAt: null, stoppedAt: null });
    expect((row?.dueAt ?? 0) - (row?.begunAt ?? 0)).toBe(DAY);
    const after = await admin.visitor.get(pageOf(person));
    await expect(after).toShow(t("reset:success.begun"));
    await expect(after).toShow(t("reset:begun", { admin: admin.email }));
    await expect(after).not.toShow(t("reset:confirm"));
    await expect(after).not.toShow(t("reset:open"));
    expect(await entriesAbout(worker, person)).toEqual([["factor.beginReset", admin.id]]);
    await expect.poll(() => mailsTo(worker, person.email)).toHaveLength(1);
    const [mail] = await mailsTo(worker, person.email);
    expect(mail?.subject).toBe(t("email:factorResetWaiting.subject"));
    // The reset has not been carried out yet.
    expect(await passkeysOf(worker, person.id)).toHaveLength(1);
    expect((await person.visitor.get("/app")).status).toBe(200);
  });

  test("only once with a form that is sent twice, and not while another administrator's reset is pending", async () => {
    const person = await reset();
    const form = { intent: "begin-reset" };
    const answers = await Promise.all([1, 2, 3].map(() => admin.visitor.post(pageOf(person), form)));
    for (const answer of answers) {
      expect(answer).toRedirectTo(pageOf(person));
      expect(answer.headers.get("X-Error-Code")).toBeNull();
    }
    await expectRefused(await second.visitor.post(pageOf(person), form), "RESET_IN_PROGRESS");
    expect(await resetsOf(worker, person)).toHaveLength(1);
    expect(await worker.db.$count(notices, eq(notices.userId, person.id))).toBe(1);
    expect(await entriesAbout(worker, person)).toHaveLength(1);
  });

  test("but not of a user without factors, nor of a deleted one", async () => {
    const person = await addUser(worker);
    await worker.db.insert(secondSteps).values({ userId: person.id, askedAt: 1 });
    await expect(await admin.visitor.get(pageOf(person))).not.toShow(t("reset:open"));
    const form = { intent: "begin-reset" };
    await expectRefused(await admin.visitor.post(pageOf(person), form), "NOTHING_TO_RESET");
    expect((await admin.visitor.post(pageOf({ id: "nobody" }), form)).status).toBe(404);
    const withPasskey = await reset();
    await worker.db.delete(secondSteps).where(eq(secondSteps.userId, withPasskey.id));
    await begin(worker, admin, withPasskey);
  });

  test("but not of a user whose old address can still undo a change", async () => {
    const person = await reset();
    const update = `${pageOf(person)}/update`;
    const change = { intent: "set-email", email: `moved-${person.email}` };
    expect(await admin.visitor.post(update, change)).toRedirectTo(update);
    const form = { intent: "begin-reset" };
    await expectRefused(await admin.visitor.post(pageOf(person), form), "ADDRESS_CHANGED_LATELY");
    const weekAgo = Date.now() - 7 * DAY;
    await worker.db.update(emailChanges).set({ doneAt: weekAgo }).where(eq(emailChanges.userId, person.id));
    await begin(worker, admin, person);
  });

  test("but not of themselves", async () => {
    const self = await reset({ role: "admin" });
    await expect(await self.visitor.get(pageOf(self))).not.toShow(t("reset:open"));
    const form = { intent: "begin-reset" };
    await expectRefused(await self.visitor.post(pageOf(self), form), "YOU_CANNOT_CHANGE_YOURSELF");
    expect(await resetsOf(worker, self)).toEqual([]);
  });

  test("with a recent proof of who they are, which confirming also requires", async () => {
    const unproven = await administrator(worker, { provenAt: 0 });
    const person = await reset({ role: "admin" });
    const asked = await unproven.visitor.post(pageOf(person), { intent: "begin-reset" });
    expect(asked.status).toBe(401);
    expect(await resetsOf(worker, person)).toEqual([]);
    const id = await begin(worker, admin, person);
    expect((await confirm(unproven, person, id)).status).toBe(401);
    expect(await resetsOf(worker, person)).toMatchObject([{ confirmedBy: null }]);
  });

  test("again after an earlier one has expired, was stopped, or was announced to a former address", async () => {
    const lapsed = await reset({ role: "admin" });
    const id = await begin(worker, admin, lapsed);
    const begunAt = Date.now() - 7 * DAY;
    await worker.db.update(factorResets).set({ begunAt }).where(eq(factorResets.id, id));
    await expect(await second.visitor.get(pageOf(lapsed))).not.toShow(t("reset:confirm"));
    await expectRefused(await confirm(second, lapsed, id), "RESET_NOT_OPEN");
    expect(await begin(worker, second, lapsed)).not.toBe(id);

    const moved = await reset();
    await begin(worker, admin, moved);
    await worker.db.update(users).set({ email: "moved@example.com" }).where(eq(users.id, moved.id));
    await expect(await moved.visitor.get(ACCOUNT)).not.toShow(t("reset:own.title"));
    await begin(worker, second, moved);
    expect(await resetsOf(worker, moved)).toMatchObject([
      { email: "moved@example.com", stoppedAt: null },
      { email: moved.email, stoppedAt: expect.any(Number) },
    ]);
  });
});

describe("the reset of an administrator", () => {
  test("is pending until a second administrator confirms it, then for a day, and the owner gets another notice", async () => {
    const person = await reset({ role: "admin" });
    const id = await begin(worker, admin, person);
    const yesterday = { begunAt: Date.now() - DAY, dueAt: 1 };
    await worker.db.update(factorResets).set(yesterday).where(eq(factorResets.id, id));
    await expect(await admin.visitor.get(pageOf(person))).not.toShow(t("reset:confirm"));
    await expect(await second.visitor.get(pageOf(person))).toShow(t("reset:confirm"));
    expect(await confirm(second, person, id)).toRedirectTo(pageOf(person));
    const [row] = await resetsOf(worker, person);
    expect(row).toMatchObject({ confirmedBy: second.id });
    expect((row?.dueAt ?? 0) - (row?.confirmedAt ?? 0)).toBe(DAY);
    const page = await admin.visitor.get(pageOf(person));
    await expect(page).toShow(t("reset:confirmed", { admin: second.email }));
    await expect(page).not.toShow(t("reset:confirm"));
    expect(await entriesAbout(worker, person)).toEqual([
      ["factor.beginReset", admin.id],
      ["factor.confirmReset", second.id],
    ]);
    expect(await worker.db.$count(notices, eq(notices.userId, person.id))).toBe(2);
  });

  test("can't be confirmed by the one who began it, its owner, or a former administrator", async () => {
    const person = await reset({ role: "admin" });
    const id = await begin(worker, admin, person);
    await expect(await person.visitor.get(pageOf(person))).not.toShow(t("reset:confirm"));
    await expectRefused(await confirm(admin, person, id), "RESET_NEEDS_ANOTHER");
    await expectRefused(await confirm(person, person, id), "RESET_NEEDS_ANOTHER");

    const demoted = await administrator(worker);
    const late = await rightBefore(
      storage,
      () => demoted.visitor.post(pageOf(person), { intent: "confirm-reset", resetId: id }),
      () => worker.db.update(users).set({ role: "user" }).where(eq(users.id, demoted.id)),
    );
    await expectRefused(late, "ACCESS_DENIED");
    expect(await resetsOf(worker, person)).toMatchObject([{ confirmedBy: null }]);
    expect(await entriesAbout(worker, person)).toHaveLength(1);
  });

  test("begun by a former administrator can't be confirmed, and does not block another", async () => {
    const person = await reset({ role: "admin" });
    const gone = await administrator(worker);
    const id = await begin(worker, gone, person);
    await worker.db.update(users).set({ role: "user" }).where(eq(users.id, gone.id));
    await expectRefused(await confirm(second, person, id), "RESET_NOT_OPEN");
    await begin(worker, second, person);
    const open = (await resetsOf(worker, person)).filter(({ stoppedAt }) => stoppedAt === null);
    expect(open).toMatchObject([{ begunBy: second.id, confirmedAt: null }]);
  });

  test("is confirmed only once by two at the same time, and only for the user whom the page showed", async () => {
    const person = await reset({ role: "admin" });
    const id = await begin(worker, admin, person);
    const third = await administrator(worker);
    await expectRefused(await confirm(second, person, "another"), "RESET_NOT_OPEN");
    const other = await reset({ role: "admin" });
    await expectRefused(await confirm(second, other, id), "RESET_NOT_OPEN");
    const answers = await Promise.all([second, third].map((one) => confirm(one, person, id)));
    for (const answer of answers) expect(answer.headers.get("X-Error-Code")).toBeNull();
    const confirmations = (await entriesAbout(worker, person)).filter(
      ([action]) => action !== "factor.beginReset",
    );
    const [row] = await resetsOf(worker, person);
    expect(confirmations).toEqual([["factor.confirmReset", row?.confirmedBy]]);
    expect(await worker.db.$count(notices, eq(notices.userId, person.id))).toBe(2);
  });

  test("a user's reset needs no confirmation and accepts none", async () => {
    const person = await reset();
    const id = await begin(worker, admin, person);
    expect((await confirm(second, person, id)).headers.get("X-Error-Code")).not.toBeNull();
    expect(await resetsOf(worker, person)).toMatchObject([{ confirmedAt: null }]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import {
  administrator,
  begin,
  confirm,
  entriesAbout,
  pageOf,
  personWithFactors,
  resetsOf,
} from "#tests/support/factor-resets.ts";
import { pathOf } from "#tests/support/notices.ts";
import { passkeysOf } from "#tests/support/passkeys.ts";
import type { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const ACCOUNT = "/app/account";

let worker: TestWorker;
let admin: Awaited<ReturnType<typeof administrator>>;
let second: typeof admin;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await administrator(worker);
  second = await administrator(worker);
});
afterAll(() => worker.stop());

const reset = (given: Parameters<typeof addUser>[1] = {}) => personWithFactors(worker, given);

describe("a reset is stopped", () => {
  test("by its owner, on the account page", async () => {
    const person = await reset();
    await begin(worker, admin, person);
    const page = await person.visitor.get(ACCOUNT);
    await expect(page).toShow(t("reset:own.title"));
    await expect(page).toShow(t("reset:own.help"));
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(await person.visitor.post(ACCOUNT, { intent: "stop-reset" })).toRedirectTo(ACCOUNT);
    await expect(await person.visitor.get(ACCOUNT)).not.toShow(t("reset:own.title"));
    expect(await resetsOf(worker, person)).toMatchObject([{ stoppedAt: expect.any(Number), doneAt: null }]);
    expect(await entriesAbout(worker, person)).toEqual([
      ["factor.beginReset", admin.id],
      ["factor.stopReset", person.id],
    ]);
    // A second click changes nothing.
    await person.visitor.post(ACCOUNT, { intent: "stop-reset" });
    expect(await entriesAbout(worker, person)).toHaveLength(2);
  });

  test("by the link in the email, which leaves the second step and the passkeys", async () => {
    const person = await reset();
    await begin(worker, admin, person);
    const bystander = await reset();
    await begin(worker, admin, bystander);
    await expect.poll(() => mailsTo(worker, person.email)).toHaveLength(1);
    const [mail] = await mailsTo(worker, person.email);
    const link = pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
    const reader = new Visitor(worker);
    await expect(await reader.get(link)).toShow(t("account:notMe.reset.does"));
    await reader.post(link, {});
    await expect(await reader.get(link)).toShow(t("account:notMe.reset.done"));
    expect(await resetsOf(worker, person)).toMatchObject([{ stoppedAt: expect.any(Number) }]);
    expect(await resetsOf(worker, bystander)).toMatchObject([{ stoppedAt: null }]);
    expect(await passkeysOf(worker, person.id)).toHaveLength(1);
    expect((await person.visitor.get("/app")).status).toBe(302);
    expect((await entriesAbout(worker, person)).map(([action]) => action).sort()).toEqual([
      "account.notMe",
      "factor.beginReset",
      "factor.stopReset",
    ]);
  });

  test("by any administrator, and can then no longer be confirmed", async () => {
    const person = await reset({ role: "admin" });
    const id = await begin(worker, admin, person);
    const stop = { intent: "stop-reset", resetId: id };
    expect(await second.visitor.post(pageOf(person), stop)).toRedirectTo(pageOf(person));
    await expect(await second.visitor.get(pageOf(person))).toShow(t("reset:success.stopped"));
    const answer = await confirm(second, person, id);
    expect(answer.headers.get("X-Error-Code")).toBe("RESET_NOT_OPEN");
    expect(await entriesAbout(worker, person)).toContainEqual(["factor.stopReset", second.id]);
  });

  test("but not by somebody who impersonates its owner and does not see it", async () => {
    const person = await reset();
    await begin(worker, admin, person);
    const boss = await administrator(worker, {
      impersonatedUserId: person.id,
      impersonationEndsAt: Date.now() + DAY,
    });
    await expect(await boss.visitor.get(ACCOUNT)).not.toShow(t("reset:own.title"));
    expect((await boss.visitor.post(ACCOUNT, { intent: "stop-reset" })).status).toBe(403);
    expect(await resetsOf(worker, person)).toMatchObject([{ stoppedAt: null }]);
  });
});

test("a deleted user's resets are deleted, too", async () => {
  const person = await reset();
  await begin(worker, admin, person);
  expect((await admin.visitor.post(pageOf(person), { intent: "delete" })).status).toBe(302);
  expect(await resetsOf(worker, person)).toEqual([]);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ENTITIES } from "#app/entities.ts";
import { monthTotals, users } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

test("the dashboard shows the right totals and costs as little as any page", async () => {
  const small = await startTestWorker({ seeded: true });
  const begun = await small.db.select().from(monthTotals);
  expect(begun.map(({ name }) => name).sort(), "the seed has the totals of this month").toEqual(
    Object.values(ENTITIES).sort(),
  );
  const visitor = await Visitor.signedIn(small, { role: "admin", email: "counts@example.com" });
  const person = await addUser(small, {
    email: "newest@example.com",
    name: "Newest Person",
    emailVerifiedAt: 1,
  });
  await addSession(small, person);
  await addSession(small, person, { expiresAt: Date.now() - 1 });
  const page = await visitor.get("/manager/dashboard");
  const total = await small.db.$count(users);
  const before = begun.find(({ name }) => name === "users")?.value ?? 0;
  const change = t("dashboard:thisMonth", { change: `+${total - before}` });
  for (const text of [`Users ${change} ${total}`, "Active sessions 2", "Newest Person"]) {
    await expect(page).toShow(text);
  }
  expect(databaseCost(page).roundTrips).toBe(1);
  // The chart may read up to 60 of these rows: two numbers for each day.
  expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(80);
  await small.stop();
});

test("each total shows its change since the month began, or since its first record of the month", async () => {
  const worker = await startTestWorker();
  const visitor = await Visitor.signedIn(worker, { role: "admin" });
  const none = t("dashboard:thisMonth", { change: "+1" });
  await expect(await visitor.get("/manager/dashboard")).not.toShow(none);
  await runCron(worker, EVERY_15_MINUTES);
  await addUser(worker);
  await runCron(worker, EVERY_15_MINUTES);
  const page = await visitor.get("/manager/dashboard");
  expect(databaseCost(page).roundTrips).toBe(1);
  await expect(page).toShow(none);
  // The totals of another month don't count as those of this month.
  await worker.db.update(monthTotals).set({ month: "2020-01", value: 100 });
  await expect(await visitor.get("/manager/dashboard")).not.toShow(
    t("dashboard:thisMonth", { change: "-98" }),
  );
  await runCron(worker, EVERY_15_MINUTES);
  const [users] = await worker.db.select().from(monthTotals).where(eq(monthTotals.name, "users"));
  expect(users).toEqual({ name: "users", month: new Date().toISOString().slice(0, 7), value: 2 });
  await worker.stop();
});

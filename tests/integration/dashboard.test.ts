import { expect, test } from "vitest";
import { users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker } from "#tests/support/worker.ts";

test("the dashboard shows the right counts, and costs as little as any page", async () => {
  const small = await startTestWorker({ seeded: true });
  const visitor = await Visitor.signedIn(small, { role: "admin", email: "counts@example.com" });
  const person = await addUser(small, {
    email: "newest@example.com",
    name: "Newest Person",
    emailVerifiedAt: 1,
  });
  await addSession(small, person);
  await addSession(small, person, { expiresAt: Date.now() - 1 });
  const page = await visitor.get("/manager/dashboard");
  for (const text of [`Users ${await small.db.$count(users)}`, "Active sessions 2", "Newest Person"]) {
    await expect(page).toShow(text);
  }
  expect(databaseCost(page).roundTrips).toBe(1);
  // The chart has up to 60: two numbers a day.
  expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(80);
  await small.stop();
});

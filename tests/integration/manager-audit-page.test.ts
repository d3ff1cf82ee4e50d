import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, users } from "#app/schema.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let adminId: string;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  const [row] = await worker.db.select().from(users).where(eq(users.email, "boss@example.com"));
  adminId = row?.id as string;
});
afterAll(() => worker.stop());

describe("the page of the audit log", () => {
  // This test comes first, because the others write entries.
  test("says what will be on it while it is empty", async () => {
    await expect(await admin.get("/manager/audit")).toShow(`${t("audit:empty")} ${t("audit:emptyHint")}`);
  });

  test("says who did what, latest first, in one round trip, and the page of a user links to their entries", async () => {
    const person = await addUser(worker, { email: "told@example.com", name: "Told" });
    await admin.post(`/manager/users/${person.id}/update`, { intent: "update", name: "Tolds" });
    const page = await admin.get("/manager/audit");
    await expect(page).toShow("boss@example.com Changed a user told@example.com");
    expect(databaseCost(page).roundTrips).toBe(1);
    const html = await (await admin.get(`/manager/users/${person.id}`)).text();
    expect(html).toContain(`href="/manager/audit?person=${person.id}"`);
  });

  test("filters by person, by address or id, and by action", async () => {
    const person = await addUser(worker, { email: "filtered@example.com" });
    await admin.post(`/manager/users/${person.id}/ban`, { reason: "x" });
    await admin.post(`/manager/users/${person.id}`, { intent: "unban" });
    for (const who of [person.id, "Filtered@example.com "]) {
      const page = await admin.get(`/manager/audit?${new URLSearchParams({ person: who })}`);
      await expect(page).toShow("boss@example.com Banned a user filtered@example.com");
      await expect(page).toShow("boss@example.com Lifted the ban on a user filtered@example.com");
      await expect(page).not.toShow("told@example.com");
    }
    const bans = await admin.get(`/manager/audit?person=${person.id}&action=user.ban`);
    await expect(bans).toShow("Banned a user filtered@example.com");
    await expect(bans).not.toShow("boss@example.com Lifted the ban on a user");
    await expect(await admin.get("/manager/audit?action=nonsense")).toShow(
      "boss@example.com Lifted the ban on a user",
    );
    await expect(await admin.get("/manager/audit?person=nobody")).toShow(t("common:noResults"));
  });

  test("finds a person by address, shows the address for an id, and says when nobody has it", async () => {
    const { id } = await addUser(worker, { email: "sought@example.com" });
    const byId = await admin.get(`/manager/audit?person=${id}`);
    expect(await byId.clone().text()).toContain('value="sought@example.com"');
    await expect(byId).not.toShow(t("audit:nobody"));
    const byAddress = await admin.get(
      "/manager/audit?person=Sought@example.com&action=user.ban&from=2020-01-01",
    );
    expect(databaseCost(byAddress).roundTrips).toBe(1);
    // The page lists its filters in words.
    await expect(byAddress).toShow(
      ["sought@example.com", t("audit:actions.user.ban"), "From Jan 1, 2020"]
        .map((filter) => `${t("manager:list.removeFilter")} ${filter}`)
        .join(" "),
    );
    await expect(byAddress).not.toShow(t("audit:nobody"));
    await expect(await admin.get("/manager/audit?person=nobodys@example.com")).toShow(t("audit:nobody"));
  });

  test("finds what a user did, and what others did to them, after the account is deleted", async () => {
    const person = await addUser(worker, { email: "gone@example.com" });
    await admin.post(`/manager/users/${person.id}/ban`, { reason: "x" });
    await admin.post(`/manager/users/${person.id}`, { intent: "delete" });
    const page = await admin.get("/manager/audit?person=Gone@example.com");
    await expect(page).toShow("boss@example.com Deleted a user gone@example.com");
    await expect(page).toShow("boss@example.com Banned a user gone@example.com");
    await expect(page).not.toShow(t("audit:nobody"));
    expect(databaseCost(page).roundTrips).toBe(1);
    // Another user now has the address.
    await addUser(worker, { email: "gone@example.com" });
    await expect(await admin.get("/manager/audit?person=gone@example.com")).not.toShow(
      "boss@example.com Banned a user",
    );
  });

  test("shows each entry of a long log once, page by page, and reads no more rows than it shows", async () => {
    const person = await addUser(worker, { email: "busy@example.com" });
    const values = Array.from({ length: 700 }, (_, n) => ({
      at: Date.now() - Math.floor(n / 3),
      requestId: "r",
      actorId: n % 2 ? person.id : adminId,
      actorLabel: "x",
      action: "user.update" as const,
      subjectId: n % 2 ? null : person.id,
      subjectLabel: `Paged ${n}`,
    }));
    for (let n = 0; n < values.length; n += 10)
      await worker.db.insert(auditLog).values(values.slice(n, n + 10));
    const seen: string[] = [];
    let path: string | undefined = `/manager/audit?person=${person.id}`;
    while (path) {
      const response: Response = await admin.get(path);
      const { rowsRead, roundTrips } = databaseCost(response);
      expect(roundTrips).toBe(1);
      expect(rowsRead).toBeLessThanOrEqual(250);
      const html: string = await response.text();
      // Each entry has its label twice on the page: in the list and in the entry's details.
      seen.push(...new Set(textOf(html).match(/Paged \d+/g)));
      path = nextPage(html);
    }
    expect(seen).toHaveLength(700);
    expect(new Set(seen).size).toBe(700);
    const all = await admin.get("/manager/audit");
    expect(databaseCost(all).rowsRead).toBeLessThanOrEqual(60);
  });

  test("says in Arabic what happened", async () => {
    const page = await admin.get("/manager/audit?lng=ar");
    await expect(page).toShow(textsIn("ar")("user:audit.update"));
    await admin.get("/manager/audit?lng=en");
  });
});

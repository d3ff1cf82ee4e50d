import { afterAll, beforeAll, expect, test } from "vitest";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

const log = (search: Record<string, string>) => `/manager/audit?${new URLSearchParams(search)}`;

test("part of a name links to the entries of the people who match, and keeps the other filters", async () => {
  const [wangari, other] = [
    await addUser(worker, { name: "Wangari Maathai" }),
    await addUser(worker, { name: "Ama Ata Aidoo" }),
  ];
  for (const { id } of [wangari, other])
    await admin.post(`/manager/users/${id}/update`, { intent: "update", name: "Renamed Wangari" });
  await admin.post(`/manager/users/${other.id}/update`, { intent: "update", name: "Ama Ata Aidoo" });

  const page = await admin.get(log({ person: "wanga", action: "user.update" }));
  expect(databaseCost(page).roundTrips).toBe(1);
  await expect(page).toShow(t("audit:people"));
  await expect(page).not.toShow(t("audit:nobody"));
  const html = await page.text();
  expect(html).not.toContain(`person=${other.id}`);
  const link = `/manager/audit?person=${wangari.id}&action=user.update`;
  expect(html.replaceAll("&amp;", "&")).toContain(`href="${link}"`);
  const found = await admin.get(link);
  await expect(found).toShow("Renamed Wangari");
  await expect(found).not.toShow(t("audit:people"));
  expect(await found.text()).toContain(`value="${wangari.email}"`);
});

test("a term that matches nobody says so", async () => {
  const page = await admin.get(log({ person: "Nobody at all" }));
  await expect(page).toShow(t("audit:nobody"));
  await expect(page).not.toShow(t("audit:people"));
});

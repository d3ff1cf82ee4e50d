import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#app/schema.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  const at = Date.UTC(2026, 0, 31, 22, 30);
  await worker.db
    .insert(auditLog)
    .values({ at, requestId: "r", action: "auth.signIn", subjectId: "x", subjectLabel: "Then" });
});
afterAll(() => worker.stop());

const LOG = "/manager/audit?action=auth.signIn";

test("times are shown in the browser's time zone, and the days of a filter begin in it", async () => {
  admin.cookies.set("time-zone", "Africa/Nairobi");
  await expect(await admin.get(LOG)).toShow("Feb 1, 2026, 1:30:00 AM GMT+3");
  await expect(await admin.get(`${LOG}&from=2026-02-01&to=2026-02-01`)).toShow("Then");
  await expect(await admin.get(`${LOG}&to=2026-01-31`)).not.toShow("Then");
  admin.cookies.set("time-zone", "America/Sao_Paulo");
  await expect(await admin.get(LOG)).toShow("Jan 31, 2026, 7:30:00 PM GMT-3");
  await expect(await admin.get(`${LOG}&to=2026-01-31`)).toShow("Then");
  await expect(await admin.get("/manager/account")).toShow("Brasilia Standard Time");
});

test("a user selects another time zone on the account page, and goes back to the browser's", async () => {
  const page = await (await admin.get("/account/time-zone")).text();
  expect(page).toContain('value="Asia/Tokyo"');
  expect(await admin.post("/account/time-zone", { zone: "Asia/Tokyo" })).toRedirectTo("/manager/account");
  expect(admin.cookies.get("time-zone")).toBe("chosen:Asia/Tokyo");
  await expect(await admin.get("/manager/account")).toShow("Japan Standard Time");
  const again = await (await admin.get("/account/time-zone")).text();
  expect(again).toMatch(/value="Asia\/Tokyo" selected|selected="" value="Asia\/Tokyo"/);
  await admin.post("/account/time-zone", { zone: "" });
  expect(admin.cookies.get("time-zone")).toBeFalsy();
});

test("an invalid time zone is refused in a form and ignored in a cookie, and the page reports invalid days", async () => {
  for (const zone of ["Mars/Olympus", "+03:00", "../etc", "a".repeat(80)]) {
    expect((await admin.post("/account/time-zone", { zone })).status, zone).toBe(400);
    admin.cookies.set("time-zone", zone);
    expect((await admin.get(LOG)).status, zone).toBe(200);
  }
  const backwards = await admin.get(`${LOG}&from=2026-02-02&to=2026-02-01`);
  await expect(backwards).toShow(t("manager:errors.daysOrder"));
  const invalid = await admin.get(`${LOG}&from=yesterday`);
  expect(invalid.status).toBe(200);
  await expect(invalid).toShow(t("validation:invalid"));
  await expect(invalid).toShow("Then");
  expect(await invalid.text()).toContain('value="yesterday"');
});

import { expect, test } from "vitest";
import { startDemo } from "#tests/support/demo-site.ts";
import { Visitor } from "#tests/support/visitor.ts";

test("visitors of the demo download what they may see, and the demo writes nothing", async () => {
  const demo = await startDemo();
  const visitor = await Visitor.signedIn(demo, { role: "admin" });
  for (const list of ["users", "audit"]) {
    expect((await visitor.post(`/manager/${list}/export`, {})).status).toBe(200);
  }
  const exported = await demo.d1
    .prepare("select count(*) as number from audit_log where action glob '*.export'")
    .first("number");
  expect(exported).toBe(0);
  await demo.stop();
});

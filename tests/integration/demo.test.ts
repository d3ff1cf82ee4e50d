import { notInArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, loginChallenges, sessions, users } from "#app/schema.ts";
import { markAsDemo } from "#scripts/seed/demo-mark.ts";
import { seed } from "#scripts/seed/seed.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({
    settings: {
      DEMO: "true",
      REPOSITORY_URL: "https://example.com/team/deckle",
      CONTACT_LINKS: "mailto:hello@example.com, https://example.com/chat",
      GITHUB_CLIENT_ID: "client",
      GITHUB_CLIENT_SECRET: "secret",
    },
    seeded: true,
  });
});
afterAll(() => worker.stop());

const COMMAND = "npm create cloudflare@latest -- my-app --template=https://example.com/team/deckle";

/** Signs in as a visitor of the demo does. */
async function signIn(email: string): Promise<Visitor> {
  const visitor = new Visitor(worker);
  const asked = await visitor.post("/login", { email });
  const verifyPath = asked.headers.get("Location") as string;
  const code = /\b\d{6}\b/.exec(textOf(await (await visitor.get(verifyPath)).text()))?.[0];
  const answer = await visitor.confirm(verifyPath, code as string);
  expect(answer.status).toBe(302);
  return visitor;
}

describe("signing in", () => {
  test("offers no passkeys, and nobody can add one", async () => {
    expect(await (await new Visitor(worker).get("/login")).text()).not.toContain("webauthn");
    expect((await new Visitor(worker).get("/login/passkey")).status).toBe(404);
    const reader = await Visitor.signedIn(worker);
    for (const path of ["/account/passkeys", "/login/passkey"]) {
      const refused = await reader.post(path, { intent: "begin-passkey" });
      expect(refused.headers.get("X-Error-Code")).toBe("DEMO_READ_ONLY");
    }
  });

  test("offers the demo accounts and shows a new code for them instead of emailing it", async () => {
    const visitor = new Visitor(worker);
    const page = await visitor.get("/login");
    await expect(page).toShow(t("demo:signInAs", { email: "admin@admin.com" }));
    await expect(page).toShow(t("demo:signInAs", { email: "user@user.com" }));
    // The seed's entries.
    const logged = await worker.db.$count(auditLog);
    const codes = new Set<string>();
    for (let n = 0; n < 8; n++) {
      const asked = await visitor.post("/login", { email: "user@user.com" });
      const verifyPath = asked.headers.get("Location") as string;
      const text = textOf(await (await visitor.get(verifyPath)).text());
      expect(text).toContain(t("proof:shown"));
      codes.add(/\b\d{6}\b/.exec(text)?.[0] as string);
    }
    // Outside the demo, 8 codes would exceed the hourly limit. Of a million possible codes, two of these 8
    // may be equal by chance.
    expect(codes.size).toBeGreaterThan(6);
    expect(await mailsTo(worker, "user@user.com")).toEqual([]);
    expect(await (await signIn("admin@admin.com")).get("/manager")).toRedirectTo("/manager/dashboard");
    expect(await worker.db.$count(auditLog), "everyone can read the log").toBe(logged);
  });

  test("with one visitor's code does not invalidate another's", async () => {
    const [one, other] = [new Visitor(worker), new Visitor(worker)];
    const verifyPath = (await one.post("/login", { email: "user@user.com" })).headers.get(
      "Location",
    ) as string;
    await other.post("/login", { email: "user@user.com" });
    const code = /\b\d{6}\b/.exec(textOf(await (await one.get(verifyPath)).text()))?.[0] as string;
    const ofAdmin = await one.get("/login/verify?email=admin%40admin.com");
    await expect(ofAdmin, "the code is for the selected account").not.toShow(t("proof:shown"));
    expect(await one.confirm(verifyPath, code)).toRedirectTo("/app");
    // Only the visitor who asked for the code sees it.
    await expect(await new Visitor(worker).get(verifyPath)).not.toShow(t("proof:shown"));
  });

  test("is impossible for anyone else, as is signing up", async () => {
    const answer = await new Visitor(worker).post("/login", { email: "someone@example.com" });
    expect(answer).toRedirectTo("/login/error?error=signup_disabled");
    expect(await mailsTo(worker, "someone@example.com")).toEqual([]);
    // A visit to a provider would create or link an account.
    expect((await new Visitor(worker).get("/login/github")).status).toBe(404);
  });
});

test("a refusal explains how to get a copy and how to contact the owners", async () => {
  const admin = await signIn("admin@admin.com");
  const refused = await admin.post("/manager/users/new", { email: "new@example.com", role: "user" });
  expect(refused.status).toBe(403);
  for (const text of [t("code:DEMO_READ_ONLY"), COMMAND, "hello@example.com", "example.com/chat"]) {
    await expect(refused).toShow(text);
  }
});

test("without a repository, a refusal offers no copy", async () => {
  const demo = await startTestWorker({ settings: { DEMO: "true" }, seeded: true });
  const refused = await (await Visitor.signedIn(demo, { role: "admin" })).post("/manager/users/new", {});
  expect(refused.status).toBe(403);
  await expect(refused).toShow(t("code:DEMO_READ_ONLY"));
  await expect(refused).not.toShow(t("demo:copy"));
  await expect(refused).not.toShow("npm create");
  await demo.stop();
});

test("a database without the demo's mark serves only the reason", async () => {
  const mistaken = await startTestWorker({ settings: { DEMO: "true" } });
  await seed(mistaken.d1);
  const visitor = await Visitor.signedIn(mistaken, { role: "admin" });
  const answers = [
    await visitor.get("/login"),
    await visitor.get("/manager/users"),
    await visitor.get("/manager/users.data"),
    await visitor.get("/healthz"),
    await visitor.post("/login", { email: "admin@admin.com" }),
  ];
  for (const response of answers) {
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain("DEMO must be false");
    expect(text).toContain("npm run deploy -- --env demo");
    expect(text).not.toContain("@");
  }
  expect(await mistaken.db.$count(loginChallenges)).toBe(0);
  // The database has a user who is not the demo's, so it can't be marked as the demo's.
  await expect(markAsDemo(mistaken.d1)).rejects.toThrow("npm run db:reset");
  expect((await visitor.get("/login")).status).toBe(500);

  await mistaken.db.delete(sessions);
  await mistaken.db.delete(users).where(notInArray(users.email, ["admin@admin.com", "user@user.com"]));
  await markAsDemo(mistaken.d1);
  const marked = await new Visitor(mistaken).get("/login");
  expect(marked.status).toBe(200);
  expect(databaseCost(marked).queries).toBe(1);
  expect(databaseCost(await new Visitor(mistaken).get("/login")).queries, "the database is asked once").toBe(
    0,
  );
  await mistaken.stop();
});

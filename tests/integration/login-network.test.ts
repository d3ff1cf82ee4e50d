import { like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, loginChallenges } from "#app/schema.ts";
import { environments, readEnvironment } from "#scripts/lib/environments.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const LIMIT = 3;

/** Headers in which other servers expect a visitor's address. */
const CLAIMS = ["X-Forwarded-For", "X-Real-IP", "True-Client-IP", "Client-IP", "Forwarded"];

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({
    // A high limit, so that the limit per address is not reached first.
    settings: { LOGIN_CODES_PER_HOUR: "100" },
    overrides: {
      ratelimits: { LOGIN_CODE_LIMITER: { namespace_id: "1", simple: { limit: LIMIT, period: 60 } } },
    },
  });
});
afterAll(() => worker.stop());

/**
 * Asks for codes until one request is refused.
 * @param ask asks for code number n
 * @returns the refusal, and its number
 */
async function askUntilRefused(ask: (n: number) => Promise<Response>) {
  // The minute may end once during the loop, which resets the count.
  for (let n = 1; n <= 2 * LIMIT + 1; n++) {
    const response = await ask(n);
    if (response.status === 429) return { response, n };
  }
  throw new Error("no code was refused");
}

async function expectRefusal(response: Response) {
  expect(response.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  expect(response.headers.get("Retry-After")).toBe("60");
  await expect(response).toShow(t("refused:tooManyFromNetwork"));
}

test("a network gets a limited number of codes a minute, whatever addresses it asks for or claims to have, and a refusal stores nothing", async () => {
  const visitor = new Visitor(worker, { "CF-Connecting-IP": "192.0.2.1" });
  const { response, n } = await askUntilRefused((n) => {
    // Anyone can send these headers. Only Cloudflare's header can be trusted.
    const claimed = Object.fromEntries(CLAIMS.map((name) => [name, `198.51.100.${n}`]));
    return visitor.post("/login", { email: `many-${n}@example.com` }, { headers: claimed });
  });
  expect(n).toBeGreaterThan(LIMIT);
  await expectRefusal(response);
  expect(await response.text()).toContain(`value="many-${n}@example.com"`);
  const challenges = worker.db.select().from(loginChallenges).where(like(loginChallenges.email, "many-%"));
  expect(await challenges).toHaveLength(n - 1);
  expect(await mailsTo(worker, `many-${n}@example.com`)).toEqual([]);

  const neighbour = new Visitor(worker, { "CF-Connecting-IP": "192.0.2.2" });
  expect((await neighbour.post("/login", { email: "neighbour@example.com" })).status).toBe(302);
  expect(await worker.db.select().from(auditLog)).toEqual([]);
});

test("all IPv6 addresses of one subscriber count as one network", async () => {
  const { response } = await askUntilRefused((n) =>
    new Visitor(worker, { "CF-Connecting-IP": `2001:db8:1:2::${n}` }).post("/login", {
      email: `subscriber-${n}@example.com`,
    }),
  );
  await expectRefusal(response);
});

test("resent codes and codes for a new address count", async () => {
  const headers = { "CF-Connecting-IP": "192.0.2.3" };
  const visitor = new Visitor(worker, headers);
  const { verifyPath } = await visitor.askForCode("again@example.com");
  const again = await askUntilRefused(() => visitor.post(verifyPath, { intent: "resend" }));
  await expectRefusal(again.response);

  const reader = await Visitor.signedIn(worker);
  reader.headers = { ...reader.headers, "CF-Connecting-IP": "192.0.2.4" };
  const change = await askUntilRefused((n) =>
    reader.post("/app/account?state=change-email", {
      intent: "change-email",
      email: `new-${n}@example.com`,
    }),
  );
  await expectRefusal(change.response);
  // Wait for a later refusal in the log. By then, the log would also have the first one.
  expect((await reader.get("/manager/users")).status).toBe(403);
  await expect.poll(() => worker.db.$count(auditLog)).toBeGreaterThan(0);
  const entries = await worker.db.select().from(auditLog);
  expect(entries.map(({ code }) => code)).toEqual(["ACCESS_DENIED"]);
});

test("interrupted forms that are stored count", async () => {
  const visitor = new Visitor(worker, { "CF-Connecting-IP": "192.0.2.5" });
  const { verifyPath, code } = await visitor.askForCode("kept@example.com");
  await visitor.confirm(verifyPath, code);
  visitor.cookies.delete("session");
  const { response } = await askUntilRefused((n) => visitor.post("/onboarding", { name: `Kept ${n}` }));
  await expectRefusal(response);
  const { keys } = await worker.kv.list({ prefix: "interrupted-form:" });
  expect(keys.length).toBeLessThanOrEqual(2 * LIMIT);
});

test.each(environments())(
  "%s limits codes, tries and API calls per network, and writes per person",
  (env) => {
    const { ratelimits } = readEnvironment(env);
    expect(ratelimits).toMatchObject([
      { name: "LOGIN_CODE_LIMITER", simple: { limit: 20, period: 60 } },
      { name: "LOGIN_TRY_LIMITER", simple: { limit: 30, period: 60 } },
      { name: "API_LIMITER", simple: { limit: 300, period: 60 } },
      { name: "WRITE_LIMITER", simple: { limit: 60, period: 60 } },
    ]);
  },
);

test("the namespaces of the limits are unique", () => {
  const limits = environments().flatMap((env) => readEnvironment(env).ratelimits);
  expect(new Set(limits.map(({ namespace_id }) => namespace_id)).size).toBe(limits.length);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const violations = () =>
  worker.logs.filter((line) => line.includes('"csp violation"')).map((line) => JSON.parse(line));

/** Sends a report as a browser does, even about a page of another site. */
const report = (body: string, type = "application/csp-report") =>
  fetch(new URL("/csp-reports", worker.url), {
    method: "POST",
    body,
    headers: { "Content-Type": type, "Sec-Fetch-Site": "cross-site", Cookie: "session=x" },
  });

test("each page names the address for reports about its policy", async () => {
  const { headers } = await fetch(new URL("/login", worker.url));
  expect(headers.get("Content-Security-Policy")).toContain("report-uri /csp-reports; report-to csp");
  expect(headers.get("Reporting-Endpoints")).toBe('csp="/csp-reports"');
});

test("a report becomes one line in the log, without search parameters, and the response is empty", async () => {
  const old = {
    "document-uri": "https://deckle.test/login/verify?email=private%40example.com",
    "blocked-uri": "https://evil.test/a.js?private",
    "violated-directive": "script-src-elem",
    "original-policy": "private",
    "script-sample": "private",
    "line-number": 7,
  };
  const answer = await report(JSON.stringify({ "csp-report": old }));
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe("");
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
  const requestId = answer.headers.get("X-Request-Id");
  const page = "https://deckle.test/login/verify";
  const first = {
    requestId,
    page,
    blocked: "https://evil.test/a.js",
    directive: "script-src-elem",
    line: 7,
  };
  await expect.poll(violations).toMatchObject([first]);

  const body = { documentURL: `${page}#private`, blockedURL: "inline", effectiveDirective: "style-src-attr" };
  const batch = [
    { type: "csp-violation", body },
    { type: "deprecation", body: {} },
  ];
  expect((await report(JSON.stringify(batch), "application/reports+json")).status).toBe(204);
  await expect
    .poll(violations)
    .toMatchObject([first, { page, blocked: "inline", directive: "style-src-attr" }]);
  expect(worker.logs.join()).not.toContain("private");
});

test("an oversized or malformed report is not logged, and is not an error", async () => {
  const huge = { "csp-report": { "document-uri": `https://deckle.test/${"x".repeat(17_000)}` } };
  const before = worker.logs.length;
  for (const body of ["", "{", "null", "[]", '{"csp-report":{}}', '"x"', JSON.stringify(huge), "\u0000"]) {
    expect((await report(body)).status).toBe(204);
  }
  expect((await fetch(new URL("/csp-reports", worker.url))).status).toBe(404);
  // Once the log has the last request, it would also have earlier ones.
  await expect.poll(() => worker.logs.length).toBe(before + 1);
});

test("at most 20 reports a minute are logged", async () => {
  const flood = await startTestWorker();
  const one = { type: "csp-violation", body: { documentURL: "https://deckle.test/" } };
  for (let n = 0; n < 5; n++) {
    await fetch(new URL("/csp-reports", flood.url), {
      method: "POST",
      body: JSON.stringify(Array(30).fill(one)),
    });
  }
  await fetch(new URL("/healthz", flood.url));
  await expect.poll(() => flood.logs.some((line) => line.includes("/healthz"))).toBe(true);
  // A new minute may have begun in between.
  const logged = flood.logs.filter((line) => line.includes('"csp violation"')).length;
  expect([20, 40]).toContain(logged);
  await flood.stop();
});

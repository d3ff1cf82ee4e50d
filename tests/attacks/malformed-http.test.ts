import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges, users } from "#app/schema.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { addUser } from "#tests/support/people.ts";
import { sendRaw, statusesOf } from "#tests/support/raw-http.ts";
import { addSecondStep, pastFirstStep } from "#tests/support/second-steps.ts";
import { expectSound } from "#tests/support/sound.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: Visitor;
let newcomer: Visitor;
/** Visitors by the path of a form that only they can use. */
const visitors = new Map<string, Visitor>();
let host: string;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin" });
  newcomer = await Visitor.signedIn(worker, { onboardedAt: null });
  const user = await addUser(worker);
  await addSecondStep(worker, user.id);
  visitors.set("/login/second-step", (await pastFirstStep(worker, user.email)).visitor);
  ({ host } = new URL(worker.url));
});
afterAll(() => worker.stop());

const MULTIPART = "multipart/form-data; boundary=part";
const part = (name: string, value: string) =>
  `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string) =>
  `--part\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\na@example.com\r\n`;

/** Bodies that do not match their content type. */
const BROKEN: [what: string, type: string, body: string][] = [
  ["multipart without an end", MULTIPART, part("email", "a@example.com")],
  ["multipart that is cut in a header", MULTIPART, "--part\r\nContent-Disposition: form-da"],
  ["multipart with another boundary", MULTIPART, "--other\r\n\r\n--other--"],
  [
    "multipart without a name",
    MULTIPART,
    "--part\r\nContent-Disposition: form-data\r\n\r\nx\r\n--part--\r\n",
  ],
  ["multipart without its boundary", "multipart/form-data", `${part("email", "x")}--part--\r\n`],
  ["multipart of 2,000 parts", MULTIPART, `${part("a", "").repeat(1000)}--part--\r\n`],
  [
    "files instead of texts",
    MULTIPART,
    `${["email", "name", "code", "intent"].map(file).join("")}--part--\r\n`,
  ],
  ["urlencoded nonsense", "application/x-www-form-urlencoded", "%&=&&%zz=%%&%00=%ff&=&"],
  ["a type that only begins as a form's", "application/x-www-form-urlencodedx", "email=a%40example.com"],
  ["two types", "text/plain, application/x-www-form-urlencoded", "email=a%40example.com"],
  ["XML", "application/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"],
];

describe("a broken body", () => {
  test.each(BROKEN)("%s gets a 4xx from every form, and nothing is written", async (what, type, body) => {
    const rules = (await readAccessRules()).filter(({ forms }) =>
      forms?.some(({ readsBody }) => readsBody !== false),
    );
    const before = await Promise.all([worker.db.$count(users), worker.db.$count(loginChallenges)]);
    await Promise.all(
      rules.map(async ({ path, who }) => {
        const insider = path === "/onboarding" ? newcomer : admin;
        const visitor = () => visitors.get(path) ?? new Visitor(worker);
        const sender = who === "visitors" ? visitor() : insider;
        const url = fillPath(path, {}) + (path === "/login/verify" ? "?email=a%40example.com" : "");
        const init = { body: new Blob([body]), headers: { "Content-Type": type } };
        const response = await sender.post(url, {}, init);
        await expectSound(response, `${what} to ${url}`);
        expect(response.status, url).toBeGreaterThanOrEqual(400);
      }),
    );
    const after = await Promise.all([worker.db.$count(users), worker.db.$count(loginChallenges)]);
    expect(after).toEqual(before);
  });

  test("of 10 MB is refused with 413, whatever length is declared", async () => {
    const head = (length: string) =>
      `POST /login HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`;
    const size = 10 * 1024 * 1024;
    // The test sends no more than this. If more data were on its way, the end of the connection could hide
    // the response.
    const beginning = Buffer.alloc(128 * 1024, "a");
    const whole = await sendRaw(worker.url, head(`Content-Length: ${size}`), beginning);
    expect(statusesOf(whole)).toEqual([413]);
    const chunk = Buffer.from(`${size.toString(16)}\r\n`);
    const chunked = await sendRaw(worker.url, head("Transfer-Encoding: chunked"), chunk, beginning);
    expect(statusesOf(chunked)).toEqual([413]);
  });

  test("with thousands of fields is refused with 413, however short it is", async () => {
    const body = new Blob(["a&".repeat(501)], { type: "application/x-www-form-urlencoded" });
    for (const [sender, path] of [
      [new Visitor(worker), "/login"],
      [admin, "/manager/users/new"],
    ] as const)
      expect((await sender.post(path, {}, { body })).status, path).toBe(413);
  });

  test("with a repeated field is refused, and neither value is stored", async () => {
    const before = await worker.db.$count(users);
    const body = "email=one%40example.com&email=other%40example.com&role=user";
    const init = { body: new Blob([body], { type: "application/x-www-form-urlencoded" }) };
    expect((await admin.post("/manager/users/new", {}, init)).status).toBe(400);
    expect(await worker.db.$count(users)).toBe(before);
  });
});

describe("a request that no client sends", () => {
  const FORM = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin";
  const post =
    (headers: string, body = "email=cut%40example.com") =>
    (host: string) =>
      `POST /login HTTP/1.1\r\nHost: ${host}\r\n${FORM}\r\n${headers}\r\n\r\n${body}`;
  const get =
    (line: string, headers = "") =>
    (host: string) =>
      `${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`;

  /**
   * Raw requests, each with its status if it reaches the worker. The runtime itself refuses those without a
   * status.
   */
  const CASES: [what: string, request: (host: string) => string, status?: number][] = [
    ["a body that is cut", post("Content-Length: 500"), 400],
    ["a length that is not a number", post("Content-Length: ten")],
    ["a negative length", post("Content-Length: -1")],
    ["two lengths", post("Content-Length: 5\r\nContent-Length: 23")],
    ["invalid chunks", post("Transfer-Encoding: chunked", "zz\r\nemail=cut%40example.com"), 400],
    ["a length and chunks", post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400],
    ["an unknown method", get("FETCH /login")],
    ["TRACE", get("TRACE /login"), 405],
    ["PROPFIND", get("PROPFIND /login"), 405],
    ["CONNECT", get("CONNECT evil.example:80")],
    ["a header without a name", get("GET /login", ": x\r\n")],
    ["a NUL in a header", get("GET /login", "X: a\0b\r\n")],
    ["a URL of 100,000 characters", get(`GET /login?a=${"a".repeat(100_000)}`), 200],
    ["the URL of another site", get("GET http://evil.example/login")],
    ["nonsense", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n"],
  ];

  test.each(CASES)(
    "%s: the worker does not answer 5xx, nothing is written, and the next request is answered",
    async (...args) => {
      const [, request, status] = args;
      const before = await worker.db.$count(loginChallenges);
      const answer = await sendRaw(worker.url, request(host));
      // Only the worker's responses have a request id.
      const own = /^x-request-id: /im.test(answer) ? statusesOf(answer) : [];
      expect(own.filter((own) => own !== status)).toEqual([]);
      if (status === 405) expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im);
      expect(await worker.db.$count(loginChallenges)).toBe(before);
      expect((await new Visitor(worker).get("/login")).status).toBe(200);
    },
  );

  test("a second request hidden in the body of the first does not run with the first one's cookies", async () => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const hidden = `GET /manager/users HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const first = `POST /theme HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${FORM}\r\nContent-Length: 10\r\n\r\ntheme=dark`;
    const [one, other, ...more] = statusesOf(await sendRaw(worker.url, first + hidden));
    expect([one, other, more.length]).toEqual([302, 302, 0]);
  });

  test.each([
    ["one cookie of 7,000 characters", `a=${"b".repeat(7000)}`],
    ["500 cookies", Array.from({ length: 500 }, (_, n) => `c${n}=${n}`).join("; ")],
    ["100 session cookies", Array.from({ length: 100 }, () => "session=x.y").join("; ")],
    ["invalid cookies", "=; ;;; =a; b; \u00e9=\u00e9; __proto__=1; constructor=2"],
  ])("%s: the site works for visitors and users", async (what, more) => {
    const own = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const visitor = new Visitor(worker, { Cookie: more });
    expect((await visitor.get("/login")).status, what).toBe(200);
    const reader = new Visitor(worker, { Cookie: `${own}; ${more}` });
    await expectSound(await reader.get("/manager/users"), what);
  });
});

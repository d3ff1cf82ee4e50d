import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signLoginCode } from "#app/identity/login-code/login-code-mac.server.ts";
import { loginChallenges } from "#app/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

describe("if only members may sign in", () => {
  let members: TestWorker;
  beforeAll(async () => {
    members = await startTestWorker({ settings: { SIGN_UP: "false" } });
  });
  afterAll(() => members.stop());

  test("the page has its own title and text", async () => {
    await expect(await new Visitor(members).get("/login")).toShow(t("login:signIn.title"));
    await expect(await new Visitor(worker).get("/login")).toShow(t("login:signInOrUp.title"));
  });

  test("an unknown address gets the same response as a known one, and no email", async () => {
    const known = await addUser(members, { email: "known-member@example.com" });
    const answers = [];
    for (const email of [known.email, "nobody-member@example.com"]) {
      const visitor = new Visitor(members);
      const asked = await visitor.post("/login", { email });
      const verifyPath = asked.headers.get("Location") as string;
      const page = await (await visitor.get(verifyPath)).text();
      const tried = await visitor.confirm(verifyPath, "000000");
      answers.push({
        asked: asked.status,
        cookies: asked.headers.getSetCookie().map((line) => line.replace(/=.*?;/, ";")),
        page: comparable(page).replaceAll(email, "EMAIL"),
        tried: tried.status,
        refusal: comparable(await tried.text()).replaceAll(email, "EMAIL"),
      });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(textOf(answers[0]?.page ?? "")).toContain(t("auth:verify.membersOnly"));
    await expect.poll(() => mailsTo(members, known.email)).toHaveLength(1);
    expect(await mailsTo(members, "nobody-member@example.com")).toHaveLength(0);
    expect(await findUser(members, "nobody-member@example.com")).toBeUndefined();
  });

  test("the code page says that codes are sent only to existing accounts, and does not say so if sign-up is on", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath } = await visitor.askForCode("anyone@example.com");
    await expect(await visitor.get(verifyPath)).not.toShow(t("auth:verify.membersOnly"));
  });

  test("even the right code creates no account, and the page says that there is none", async () => {
    const email = "guesser-member@example.com";
    const visitor = new Visitor(members);
    const verifyPath = (await visitor.post("/login", { email })).headers.get("Location") as string;
    const [challenge] = await members.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, email));
    const id = challenge?.id as string;
    await members.kv.put(`login-code:${id}`, await signLoginCode(members.settings, id, "123456"));
    const answer = await visitor.confirm(verifyPath, "123456");
    expect(answer).toRedirectTo("/login/error?error=signup_disabled");
    expect(answer.headers.get("X-Error-Code")).toBe("USER_EMAIL_NOT_FOUND");
    expect(await findUser(members, email)).toBeUndefined();
  });

  /** Removes the parts of a page that differ between any two requests. */
  function comparable(page: string): string {
    return (
      page
        .replace(/nonce="[^"]*"/g, "")
        .replace(/data-request-id="[^"]*"/g, "")
        // A long address may be split into several parts (core/ui/address.tsx).
        .replace(/<span>([^<]*)<\/span><wbr\/>/g, "$1")
        .replaceAll(/(known|nobody)-member%40/g, "EMAIL%40")
    );
  }
});

describe("a signed-in user", () => {
  test("is redirected from / and /login to their area or to the page they wanted", async () => {
    const reader = await Visitor.signedIn(worker);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    expect(await reader.get("/")).toRedirectTo("/app");
    expect(await reader.get("/login")).toRedirectTo("/app");
    expect(await admin.get("/")).toRedirectTo("/manager");
    expect(await admin.get("/login/verify?email=a%40b.co")).toRedirectTo("/manager");
    expect(await reader.get("/login?redirect=%2Fapp%2Faccount")).toRedirectTo("/app/account");
    expect(await reader.get("/login?redirect=%2F%2Fevil.example")).toRedirectTo("/app");
    expect(await new Visitor(worker).get("/")).toRedirectTo("/login");
  });
});

describe("/login/error", () => {
  test.each([
    ["access_denied", t("auth:failure.access_denied.title")],
    ["signup_disabled", t("auth:failure.signup_disabled.title")],
    ["unknown_error", t("auth:failure.unknown_error.title")],
    ["<script>", t("auth:failure.unknown_error.title")],
  ])("%s shows %s", async (error, title) => {
    await expect(await new Visitor(worker).get(`/login/error?${new URLSearchParams({ error })}`)).toShow(
      title,
    );
  });
});

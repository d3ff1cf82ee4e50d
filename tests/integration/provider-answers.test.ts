import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findUser } from "#tests/support/people.ts";
import { accountThere, goThere, startProviders } from "#tests/support/providers.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const NOT_IDENTIFIED = "/login/error?error=unknown_error&code=FAILED_TO_GET_USER_INFO";

const providers = await startProviders();
const { google, github } = providers;
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});
afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

async function signIn(name: string) {
  const visitor = new Visitor(worker);
  return visitor.get(await goThere(visitor, `/login/${name}`));
}

describe("GitHub's API", () => {
  test("must identify the user in time", async () => {
    github.signIn(accountThere("late@example.com"));
    github.hang(true);
    expect(await signIn("github")).toRedirectTo(NOT_IDENTIFIED);
    github.hang(false);
  });

  test("gets the token only at its own address, wherever its response redirects", async () => {
    github.signIn(accountThere("moved@example.com"));
    github.redirect(true);
    expect(await signIn("github")).toRedirectTo(NOT_IDENTIFIED);
    github.redirect(false);
    expect(await signIn("github")).toRedirectTo("/app");
  });
});

describe("Google's ID token", () => {
  afterAll(() => google.claim({}));

  const now = Math.floor(Date.now() / 1000);
  test.each<[what: string, claims: Record<string, unknown>]>([
    ["another issuer", { iss: "https://accounts.example.com" }],
    ["another client", { aud: "another-client" }],
    ["several clients, without the one that asked", { aud: ["the-client", "another-client"] }],
    ["several clients, asked by another", { aud: ["the-client", "another-client"], azp: "another-client" }],
    ["several other clients, asked by us", { aud: ["one-client", "another-client"], azp: "the-client" }],
    ["us, asked by another", { azp: "another-client" }],
    ["nobody", { aud: [] }],
    ["an expiry in the past", { exp: now - 1 }],
    ["another visit's nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["an empty id", { sub: "" }],
  ])("with %s signs nobody in", async (what, claims) => {
    const email = `${what.replace(/\W/g, "-")}@example.com`;
    google.signIn(accountThere(email));
    google.claim(claims);
    expect(await signIn("google")).toRedirectTo(NOT_IDENTIFIED);
    expect(await findUser(worker, email)).toBeUndefined();
    google.claim({});
    expect(await signIn("google")).toRedirectTo("/app");
  });

  test.each<[what: string, claims: Record<string, unknown>]>([
    ["a list of one", { aud: ["the-client"] }],
    ["several, if we asked", { aud: ["another-client", "the-client"], azp: "the-client" }],
    ["us, and that we asked", { azp: "the-client" }],
  ])("may name its audience as %s", async (what, claims) => {
    google.signIn(accountThere(`${what.replace(/\W/g, "-")}@example.com`));
    google.claim(claims);
    expect(await signIn("google")).toRedirectTo("/app");
  });

  test("may name Google without a scheme", async () => {
    google.signIn(accountThere("host@example.com"));
    google.claim({ iss: new URL(google.settings.GOOGLE_URL).host });
    expect(await signIn("google")).toRedirectTo("/app");
  });

  test.each<[email: string, claims: Record<string, unknown>, counts: boolean]>([
    ["somebody@gmail.com", { hd: undefined }, true],
    ["Somebody.Else@GoogleMail.com", { hd: undefined }, true],
    ["organised@example.com", {}, true],
    ["elsewhere@example.com", { hd: undefined }, false],
    ["gmail.com@example.com", { hd: undefined }, false],
    ["unverified@gmail.com", { hd: undefined, email_verified: false }, false],
    ["untold@example.com", { email_verified: undefined }, false],
  ])("with the address %s and %j vouches for it: %s", async (email, claims, counts) => {
    google.signIn(accountThere(email));
    google.claim(claims);
    const answer = await signIn("google");
    expect(answer).toRedirectTo(counts ? "/app" : "/login/error?error=unknown_error&code=EMAIL_NOT_VERIFIED");
    expect((await findUser(worker, email.toLowerCase())) !== undefined).toBe(counts);
  });
});

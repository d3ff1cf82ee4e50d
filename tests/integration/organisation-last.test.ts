import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessions } from "#app/schema.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Links lead to the organisation that a user opened last. The page behind a link takes its organisation from
// the URL only.

const t = textsIn("en");
const COOKIE = "last-organisation";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Signs in a user who belongs to two organisations. @returns also the page of each organisation */
async function inTwo() {
  const { visitor, email, id: userId } = await someone(worker);
  const both = [
    await addOrganisation(worker, userId, { name: "Hogarth" }),
    await addOrganisation(worker, userId, { name: "Kelmscott" }),
  ] as const;
  return { visitor, email, userId, both };
}

/** Finds the target of the link "Continue in" on a page; null if there is no such link. */
async function continuesIn(visitor: Visitor, page: string): Promise<string | null> {
  const html = await (await visitor.get(page)).text();
  return /href="(\/app\/o\/[^"]+)"[^>]*><span[^>]*>Continue in/.exec(html)?.[1] ?? null;
}

const noted = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));

describe("the last opened organisation", () => {
  test.each(["/app", "/app/o"])("is offered on %s", async (page) => {
    const { visitor, both } = await inTwo();
    expect(await continuesIn(visitor, page)).toBeNull();
    for (const { slug } of both) {
      await visitor.get(`/app/o/${slug}`);
      expect(await continuesIn(visitor, page)).toBe(`/app/o/${slug}`);
    }
  });

  test("is stored by each page of the organisation, only when it changes, and without writing a row", async () => {
    const { visitor, both } = await inTwo();
    const [{ slug }, other] = both;
    const first = await visitor.get(`/app/o/${slug}/invitations`);
    expect(noted(first)).toMatch(/; Max-Age=2592000; Path=\/; SameSite=Lax$/);
    const again = await visitor.get(`/app/o/${slug}`);
    expect(noted(again)).toBeUndefined();
    expect(databaseCost(again)).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
    expect(noted(await visitor.get(`/app/o/${other.slug}.data`))).toBeDefined();
    const preloaded = await visitor.get(`/app/o/${slug}`, { headers: { Purpose: "prefetch" } });
    expect(noted(preloaded)).toBeUndefined();
  });

  test("is never an organisation of which the viewer is not a member", async () => {
    const { visitor, both } = await inTwo();
    const stranger = await Visitor.signedIn(worker, { role: "admin" });
    expect(noted(await stranger.get(`/app/o/${both[0].slug}`))).toBeUndefined();
    stranger.cookies.set(COOKIE, `${stranger.userId}.${both[0].slug}`);
    expect(await continuesIn(stranger, "/app")).toBeNull();
    // Another user of the same browser does not get the link, even if that user is also a member.
    await addMember(worker, {
      organisationId: both[0].id,
      userId: stranger.userId as string,
      role: "member",
    });
    stranger.cookies.set(COOKIE, `${visitor.userId}.${both[0].slug}`);
    expect(await continuesIn(stranger, "/app")).toBeNull();
    expect(await continuesIn(stranger, "/app/o")).toBeNull();
  });

  /** Signs a user in again, in the same browser. */
  async function signInAgain(visitor: Visitor, email: string) {
    const { verifyPath, code } = await visitor.askForCode(email);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  }

  test("is offered after the next sign-in if the session had expired", async () => {
    const { visitor, email, userId, both } = await inTwo();
    await visitor.get(`/app/o/${both[1].slug}`);
    await worker.db.delete(sessions).where(eq(sessions.userId, userId));
    expect((await visitor.get("/app/o/last")).headers.get("Location")).toMatch(/^\/login\?/);
    await signInAgain(visitor, email);
    for (const page of ["/app", "/app/o"])
      expect(await continuesIn(visitor, page)).toBe(`/app/o/${both[1].slug}`);
    expect((await visitor.get("/app/o/last")).headers.get("Location")).toBe(`/app/o/${both[1].slug}`);
  });

  test("is forgotten when its reader signs out, so that a shared computer keeps no trace", async () => {
    const { visitor, email, both } = await inTwo();
    await visitor.get(`/app/o/${both[0].slug}`);
    await visitor.post("/sign-out", {});
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    await signInAgain(visitor, email);
    expect(await continuesIn(visitor, "/app")).toBeNull();
    expect(codeOf(await visitor.get("/app/o/last"))).toBe("NO_ACTIVE_ORGANIZATION");
  });

  test("does not affect a form in another tab", async () => {
    const { visitor, both } = await inTwo();
    const [open, other] = both;
    await visitor.get(`/app/o/${open.slug}`);
    await visitor.get(`/app/o/${other.slug}`);
    const { slug, name } = open;
    await visitor.post(`/app/o/${slug}/settings`, {
      name: "Renamed",
      slug,
      original: JSON.stringify({ name, slug }),
    });
    expect(await (await visitor.get(`/app/o/${slug}`)).text()).toContain("Renamed");
    expect(await (await visitor.get(`/app/o/${other.slug}`)).text()).not.toContain("Renamed");
  });
});

describe("/app/o/last", () => {
  const leadsTo = (response: Response) => response.headers.get("Location");

  test("redirects to the organisation that was opened last", async () => {
    const { visitor, both } = await inTwo();
    const { slug } = both[1];
    await visitor.get(`/app/o/${slug}`);
    expect(leadsTo(await visitor.get("/app/o/last"))).toBe(`/app/o/${slug}`);
  });

  test("redirects to the user's only organisation", async () => {
    const visitor = await Visitor.signedIn(worker);
    const { slug } = await addOrganisation(worker, visitor.userId as string);
    expect(leadsTo(await visitor.get("/app/o/last"))).toBe(`/app/o/${slug}`);
  });

  test.each(["en", "fr", "ar", "sw"] as const)(
    "says in %s that no organisation is open, and offers to select or create one",
    async (lng) => {
      const { visitor } = await inTwo();
      const nobody = await Visitor.signedIn(worker);
      const texts = textsIn(lng);
      for (const [person, offered] of [
        [visitor, ["/app/o", "/app/o/new"]],
        [nobody, ["/app/o/new"]],
      ] as const) {
        person.headers["Accept-Language"] = lng;
        const response = await person.get("/app/o/last");
        expect(response.status).toBe(400);
        expect(codeOf(response)).toBe("NO_ACTIVE_ORGANIZATION");
        const [, main = ""] = (await response.text()).split("<main");
        expect(main).toContain(texts("code:NO_ACTIVE_ORGANIZATION"));
        for (const path of offered) expect(main).toContain(`href="${path}"`);
      }
    },
  );
});

test("the start page redirects to the welcome page, which offers the last opened organisation", async () => {
  const { visitor, both } = await inTwo();
  await visitor.get(`/app/o/${both[0].slug}`);
  const home = await visitor.get("/");
  expect(home.headers.get("Location")).toBe("/app");
  expect(await continuesIn(visitor, "/app")).toBe(`/app/o/${both[0].slug}`);
  expect(t("organisations:continue", { name: "Hogarth" })).toBe("Continue in Hogarth");
});

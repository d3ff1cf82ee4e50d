import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { codeOf, organisationWithPeople, type SignedInMember } from "#tests/support/organisation-people.ts";
import { addMember } from "#tests/support/organisations.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A former address of an organisation redirects for a year. During that time, no other organisation gets it.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const newSlug = () => `press-${crypto.randomUUID().slice(0, 8)}`;
const original = (name: string, slug: string) => ({ original: JSON.stringify({ name, slug }) });

/** Gives an organisation another address. */
const move = ({ visitor }: SignedInMember, from: string, to: string) =>
  visitor.post(`/app/o/${from}/settings`, { name: "Bookbinders", slug: to });
const codeAt = async (visitor: Visitor, slug: string) => codeOf(await visitor.get(`/app/o/${slug}`));

describe("a former address of an organisation", () => {
  test("redirects each page of it to the current address, with its search", async () => {
    const { path, slug, owner } = await organisationWithPeople(worker);
    const next = newSlug();
    expect(await owner.visitor.post(`${path}/settings`, { name: "Bookbinders", slug: next })).toRedirectTo(
      `/app/o/${next}`,
    );
    for (const page of ["", "/settings", "/delete", `/members/${owner.memberId}?confirm=remove&x=%2F`]) {
      expect(await owner.visitor.get(`/app/o/${slug}${page}`)).toRedirectTo(`/app/o/${next}${page}`);
    }
    const stranger = await Visitor.signedIn(worker);
    expect(codeOf(await stranger.get(`/app/o/${slug}`))).toBe("ORGANIZATION_NOT_FOUND");
  });

  test("stays reserved: no other organisation gets it, and its own can have it back", async () => {
    const { path, slug, owner } = await organisationWithPeople(worker);
    const next = newSlug();
    await owner.visitor.post(`${path}/settings`, { name: "Bookbinders", slug: next });
    const other = await Visitor.signedIn(worker);
    const refused = await other.post("/app/o/new", { name: "Others", slug });
    expect([refused.status, codeOf(refused)]).toEqual([409, "ORGANIZATION_ALREADY_EXISTS"]);
    const back = { name: "Bookbinders", slug, ...original("Bookbinders", next) };
    expect(await owner.visitor.post(`/app/o/${next}/settings`, back)).toRedirectTo(path);
    expect(await owner.visitor.get(`/app/o/${next}`)).toRedirectTo(path);
  });
});

test("an organisation keeps its five latest former addresses, and earlier ones are free", async () => {
  const { slug: first, owner } = await organisationWithPeople(worker);
  const slugs = [first, ...Array.from({ length: 6 }, newSlug)];
  for (const [n, to] of slugs.slice(1).entries())
    expect(await move(owner, slugs[n] as string, to)).toRedirectTo(`/app/o/${to}`);
  for (const slug of slugs.slice(1, 6))
    expect(await owner.visitor.get(`/app/o/${slug}`)).toRedirectTo(`/app/o/${slugs[6]}`);
  expect(await codeAt(owner.visitor, first)).toBe("ORGANIZATION_NOT_FOUND");
  const other = await Visitor.signedIn(worker);
  expect(await other.post("/app/o/new", { name: "Others", slug: first })).toRedirectTo(`/app/o/${first}`);
});

// This test runs last, because its cron ends the sessions of the other tests.
test("a former address redirects for 365 days, and is then free", async () => {
  const { id, slug, owner } = await organisationWithPeople(worker);
  const next = newSlug();
  await move(owner, slug, next);
  for (const [days, code] of [
    [364, null],
    [366, "ORGANIZATION_NOT_FOUND"],
  ] as const) {
    await runCron(worker, DAILY, days * DAY);
    const member = await Visitor.signedIn(worker);
    await addMember(worker, { organisationId: id, userId: member.userId as string, role: "owner" });
    expect(await codeAt(member, slug)).toBe(code);
    expect((await member.get(`/app/o/${next}`)).status).toBe(200);
  }
  const other = await Visitor.signedIn(worker);
  expect(await other.post("/app/o/new", { name: "Others", slug })).toRedirectTo(`/app/o/${slug}`);
});

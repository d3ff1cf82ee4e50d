import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, organisations } from "#app/schema.ts";
import { ORGANISATIONS_PER_USER } from "#app/slices/organisation/limits.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import {
  codeOf,
  organisationWithPeople,
  rolesIn,
  type SignedInMember,
} from "#tests/support/organisation-people.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the names and addresses of organisations, and what happens if two people change one organisation at
// the same time.

const t = textsIn("en");
const storage = gatedStorage();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

const newSlug = () => `press-${crypto.randomUUID().slice(0, 8)}`;
const withSlug = (slug: string) => worker.db.select().from(organisations).where(eq(organisations.slug, slug));
const original = (name: string, slug: string) => ({ original: JSON.stringify({ name, slug }) });

describe("a new organisation", () => {
  test("with a used or reserved address is refused with a message at the field, and the form keeps its values", async () => {
    const { slug } = await organisationWithPeople(worker);
    const visitor = await Visitor.signedIn(worker);
    const refusals = [
      { slug, status: 409, code: "ORGANIZATION_ALREADY_EXISTS", text: t("code:ORGANIZATION_ALREADY_EXISTS") },
      { slug: "settings", status: 400, code: null, text: t("organisation:errors.slugReserved") },
    ];
    for (const { slug, status, code, text } of refusals) {
      const response = await visitor.post("/app/o/new", { name: "Hogarth & Co", slug });
      expect([response.status, codeOf(response)]).toEqual([status, code]);
      await expect(response).toShow(text);
      const html = await response.text();
      expect(html).toMatch(
        /<input[^>]*aria-invalid="true"[^>]*name="slug"|name="slug"[^>]*aria-invalid="true"/,
      );
      for (const typed of ["Hogarth &amp; Co", slug]) expect(html).toContain(`value="${typed}"`);
    }
    expect(
      await worker.d1
        .prepare("select count(*) as n from organisations where name like 'Hogarth%'")
        .first("n"),
    ).toBe(0);
  });

  test("from a form that is sent twice is created once, even if its name suggests no address", async () => {
    const visitor = await Visitor.signedIn(worker);
    const formId = crypto.randomUUID();
    const send = () => visitor.post("/app/o/new", { id: formId, name: "دار الكتب" });
    const [first, again] = [await send(), await send()];
    expect(first.headers.get("Location")).toMatch(/^\/app\/o\/o-[0-9a-f]{8}$/);
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    await expect(await visitor.get(first.headers.get("Location") ?? "")).toShow("دار الكتب");
  });

  test("from a form that is sent twice at the same time is created once", async () => {
    const visitor = await Visitor.signedIn(worker);
    const slug = newSlug();
    const send = () => visitor.post("/app/o/new", { name: "Twice", slug });
    let early: Response | undefined;
    const late = await rightBefore(storage, send, async () => {
      early = await send();
    });
    for (const response of [early as Response, late, await send()])
      expect(response).toRedirectTo(`/app/o/${slug}`);
    const [organisation, ...more] = await withSlug(slug);
    expect(more).toEqual([]);
    const log = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, organisation?.id as string));
    expect(log.map(({ action }) => action)).toEqual(["organisation.create"]);
  });

  test("is refused to the owner of five, even if the last two are sent at the same time", async () => {
    const visitor = await Visitor.signedIn(worker);
    const create = (slug = newSlug()) => visitor.post("/app/o/new", { name: "One of many", slug });
    for (let n = 1; n < ORGANISATIONS_PER_USER; n++) expect((await create()).status).toBe(302);
    let early: Response | undefined;
    const late = await rightBefore(storage, create, async () => {
      early = await create();
    });
    expect([early?.status, late.status]).toEqual([302, 409]);
    const sixth = await create();
    expect(codeOf(sixth)).toBe("MAXIMUM_ORGANIZATIONS_REACHED");
    await expect(sixth).toShow(t("code:MAXIMUM_ORGANIZATIONS_REACHED"));
    expect(await sixth.text()).toContain('value="One of many"');
    const [organisation] =
      (await visitor.get("/app/o").then((page) => page.text())).match(/\/app\/o\/press-[\w-]+/) ?? [];
    expect(await visitor.post(`${organisation}/delete`, { confirmation: "One of many" })).toRedirectTo(
      "/app/o",
    );
    expect((await create()).status, "with one fewer").toBe(302);
  });

  test("counts only the organisations that its creator owns", async () => {
    const { others } = await organisationWithPeople(worker, "administrator");
    const { visitor } = others[0] as SignedInMember;
    for (let n = 0; n < ORGANISATIONS_PER_USER; n++)
      expect((await visitor.post("/app/o/new", { name: "Own", slug: newSlug() })).status).toBe(302);
  });
});

describe("two people at the same time", () => {
  /** Creates two owners of one organisation. */
  async function owners() {
    const { others, ...organisation } = await organisationWithPeople(worker, "owner");
    return { ...organisation, other: others[0] as SignedInMember };
  }

  /** Sends a form, and sends another one right before the first form writes. */
  async function race(slow: () => Promise<Response>, quick: () => Promise<Response>) {
    let early: Response | undefined;
    const late = await rightBefore(storage, slow, async () => {
      early = await quick();
    });
    return [early as Response, late] as const;
  }

  test("who rename an organisation: the second one sees both names, saves again to keep their own, and loses no input", async () => {
    const { id, path, slug, owner, other } = await owners();
    const first = { name: "Grace", slug, ...original("Bookbinders", slug) };
    const second = { ...first, name: "Katherine" };
    const [early, late] = await race(
      () => owner.visitor.post(`${path}/settings`, second),
      () => other.visitor.post(`${path}/settings`, first),
    );
    expect([early.status, late.status, codeOf(late)]).toEqual([302, 409, "ROW_CHANGED"]);
    await expect(late).toShow(`${t("changedMeanwhile.stored")} Grace`);
    await expect(late).toShow(`${t("changedMeanwhile.typed")} Katherine`);
    expect(await late.text()).toContain('value="Katherine"');
    const again = { ...second, ...original("Grace", slug) };
    expect(await owner.visitor.post(`${path}/settings`, again)).toRedirectTo(path);
    expect(await withSlug(slug)).toMatchObject([{ id, name: "Katherine" }]);
  });

  test("who give their organisations the same address: one of them gets it", async () => {
    const [one, two] = [await owners(), await owners()];
    const slug = newSlug();
    const rename = ({ path, owner, slug: before }: typeof one) =>
      owner.visitor.post(`${path}/settings`, {
        name: "Bookbinders",
        slug,
        ...original("Bookbinders", before),
      });
    const [early, late] = await race(
      () => rename(one),
      () => rename(two),
    );
    expect([early.status, late.status, codeOf(late)]).toEqual([302, 409, "ORGANIZATION_ALREADY_EXISTS"]);
    expect(await withSlug(slug)).toMatchObject([{ id: two.id }]);
    expect(await withSlug(one.slug), "the other one keeps its own").toMatchObject([{ id: one.id }]);
    expect((await one.owner.visitor.get(one.path)).status).toBe(200);
  });

  type Move = (own: SignedInMember, theirs: SignedInMember) => Promise<Response>;
  const demote: Move = (own, { page }) => own.visitor.post(page, { intent: "set-role", role: "member" });
  const leave: Move = ({ visitor, page }) => visitor.post(page, { intent: "remove" });
  const takeOut: Move = ({ visitor }, { page }) => visitor.post(page, { intent: "remove" });
  const handOver: Move = ({ visitor }, { page }) => visitor.post(page, { intent: "hand-over" });

  test.each([
    ["demote each other", demote, demote, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"],
    ["remove the other, who demotes them", takeOut, demote, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"],
    [
      "hand over to the other, who demotes them",
      handOver,
      demote,
      "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    ],
    ["leave", leave, leave, "ONLY_OWNER_CANNOT_LEAVE"],
    ["remove each other", takeOut, takeOut, "ORGANIZATION_NOT_FOUND"],
    ["demote the other, who leaves", demote, leave, "MEMBER_NOT_FOUND"],
    ["leave, and remove the other", leave, takeOut, "ORGANIZATION_NOT_FOUND"],
    ["hand over to the other, who leaves", handOver, leave, "MEMBER_NOT_FOUND"],
    ["leave, and demote the other", leave, demote, null],
  ])("who are its owners, and %s: one owner remains", async (_, slow, quick, code) => {
    const { id, owner, other } = await owners();
    const [early, late] = await race(
      () => slow(owner, other),
      () => quick(other, owner),
    );
    expect([codeOf(early), codeOf(late)]).toEqual([null, code]);
    expect(Object.values(await rolesIn(worker, id)).filter((role) => role === "owner")).toHaveLength(1);
  });
});

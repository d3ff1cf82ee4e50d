import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "#app/schema.ts";
import { someone } from "./someone.ts";
import { textsIn } from "./texts.ts";
import { databaseCost, Visitor } from "./visitor.ts";
import { startTestWorker, type TestWorker } from "./worker.ts";

const t = textsIn("en");

/** Declares tests for a link to an owned row (docs/recipes/share-a-row.md). */
export function describeLink({
  entity,
  list,
  fields,
  shows,
  hides,
}: {
  /** The entity's name in code: "trip". */
  entity: string;
  /** The page that lists the owner's rows. */
  list: string;
  /** The fields of the form with which the owner adds a row. */
  fields: Record<string, string> | ((worker: TestWorker) => Promise<Record<string, string>>);
  /** The texts of the row that others see. */
  shows: string;
  /** The texts that only the owner sees, if any. */
  hides?: string;
}) {
  describe("a link", () => {
    let worker: TestWorker;
    let owner: Awaited<ReturnType<typeof someone>>;
    /** The page of a row. */
    let page: string;

    beforeAll(async () => {
      worker = await startTestWorker({ seeded: true });
    });
    afterAll(() => worker.stop());
    beforeEach(async () => {
      owner = await someone(worker, { name: "Ada Lovelace" });
      page = await add(owner.visitor);
    });

    const anybody = () => new Visitor(worker);

    async function add(visitor: Visitor): Promise<string> {
      const given = typeof fields === "function" ? await fields(worker) : fields;
      const added = await visitor.post(`${list}/new`, { id: crypto.randomUUID(), ...given });
      expect(added.status).toBe(302);
      return added.headers.get("Location") ?? "";
    }

    const send = (what: "share" | "end", visitor = owner.visitor) =>
      visitor.post(`${page}/share`, what === "share" ? { isShared: "on" } : {});

    /** The path of the link to a row; undefined if the row's page shows no link. */
    async function linkOf(row = page): Promise<string | undefined> {
      const html = await (await owner.visitor.get(`${row}/share`)).text();
      const [, url] = /href="([^"]*\/shared\/[^"]*)"/.exec(html) ?? [];
      return url?.replaceAll("&amp;", "&").replace(/^https?:\/\/[^/]+/, "");
    }

    async function share(): Promise<string> {
      expect(await send("share")).toRedirectTo(`${page}/share`);
      return (await linkOf()) as string;
    }

    test("shows a row to anyone, with its owner's name and nothing private, in one round trip", async () => {
      expect(await linkOf()).toBeUndefined();
      const shown = await anybody().get(await share());
      expect(shown.status).toBe(200);
      expect(databaseCost(shown).roundTrips).toBe(1);
      expect(shown.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(shown.headers.get("Cache-Control")).toContain("no-store");
      await expect(shown).toShow(shows);
      await expect(shown).toShow(t("link:by", { name: "Ada Lovelace" }));
      // The data for the page's script does not contain it either.
      if (hides !== undefined) expect(await shown.text()).not.toContain(hides);
    });

    test("that is forged leads nowhere, whether the row exists or not", async () => {
      const link = await share();
      const [path = "", search = ""] = link.split("?");
      // The row belongs to another owner, because one owner may not have two rows with the same fields.
      const other = await add((await someone(worker)).visitor);
      const forged = [
        link.replace(/proof=./, (match) => (match.endsWith("A") ? "proof=B" : "proof=A")),
        link.replace(/since=\d/, (match) => (match.endsWith("1") ? "since=2" : "since=1")),
        `${path.replace(/[^/]+$/, other.split("/").at(-1) ?? "")}?${search}`,
        path,
      ];
      for (const wrong of forged) expect((await anybody().get(wrong)).status, wrong).toBe(404);
      expect((await anybody().get(link)).status).toBe(200);
    });

    test("stays the same if its owner makes it twice, and a link that is made after the first one has ended is different", async () => {
      const link = await share();
      expect(await share()).toBe(link);
      await send("end");
      expect(await linkOf()).toBeUndefined();
      const ended = await anybody().get(link);
      expect(ended.status).toBe(404);
      await expect(ended).toShow(t("link:ended"));
      const next = await share();
      expect(next).not.toBe(link);
      expect((await anybody().get(link)).status).toBe(404);
      expect((await anybody().get(next)).status).toBe(200);
    });

    test("shows nothing while its owner is banned or its row is deleted", async () => {
      const link = await share();
      const found = async () => (await anybody().get(link)).status;
      await worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, owner.id));
      expect(await found()).toBe(404);
      await worker.db.update(users).set({ bannedAt: null }).where(eq(users.id, owner.id));
      expect(await found()).toBe(200);
      await owner.visitor.post(page, { intent: "delete" });
      expect(await found()).toBe(404);
      await owner.visitor.post(`/app/deleted/${entity}/${page.split("/").at(-1)}`, {});
      expect(await found()).toBe(200);
    });

    test("can be made, ended and seen on the row's page only by its owner, not by an administrator", async () => {
      for (const given of [{}, { role: "admin" as const }]) {
        const { visitor } = await someone(worker, given);
        expect((await visitor.get(`${page}/share`)).status).toBe(404);
        expect((await send("share", visitor)).status).toBe(404);
        expect(await linkOf()).toBeUndefined();
      }
      const link = await share();
      expect((await send("end", (await someone(worker)).visitor)).status).toBe(404);
      expect((await anybody().get(link)).status).toBe(200);
    });
  });
}

import { desc, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/db/schema.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { contentsOf } from "./contents.ts";
import { textsIn } from "./texts.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

// What holds for everything in the manager area, declared for a resource by the tests about it.

/** What a permission is for: a page, and a post to it where it is about a change. */
export interface Use<Target> {
  permission: string;
  path: (target: Target) => string;
  post?: (target: Target) => Record<string, string>;
}

/** Everything that a write could have changed. */
const everything = (worker: TestWorker) =>
  contentsOf(worker, {
    without: ["sessions", "audit_log", "login_challenges", "daily_counts"],
    where: { totals: "name <> 'sessions'" },
  });

/** Declares that an administrator has the permissions, and that nobody else gets anything by any way. */
export function describePermissions<Target extends { secret: string }, Options = unknown>({
  worker,
  uses,
  makeTarget,
}: {
  worker: () => TestWorker;
  uses: readonly (Use<Target> & Options)[];
  /** Makes what a use is tried on, for one test. `secret` is a text that only its page shows. */
  makeTarget: (use: Use<Target> & Options) => Promise<Target>;
}) {
  describe.each(uses)("$permission", (use) => {
    const { path, post } = use;

    test("an administrator has it", async () => {
      const target = await makeTarget(use);
      const visitor = await Visitor.signedIn(worker(), { role: "admin" });
      if (!post) {
        for (const url of [path(target), `${path(target)}.data`]) {
          const response = await visitor.get(url);
          expect([200, 404], url).toContain(response.status); // 404: a resource has no data request
          expect(response.headers.get("X-Error-Code")).toBeNull();
        }
        return;
      }
      const before = await everything(worker());
      const response = await visitor.post(path(target), post(target));
      expect(response.status).toBe(302);
      const [entry] = await worker().db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1);
      expect(entry?.requestId, "the change is in the audit log").toBe(response.headers.get("X-Request-Id"));
      if (!/session|intent/.test(JSON.stringify(post(target)))) {
        expect(await everything(worker())).not.toEqual(before);
      }
    });

    test("a user has it not: page, data and post are refused, and nothing is changed", async () => {
      const target = await makeTarget(use);
      const reader = await Visitor.signedIn(worker());
      const before = await everything(worker());
      const url = path(target);
      for (const page of [url, `${url}.data`]) {
        const response = await reader.get(page);
        expect(response.status, page).toBe(403);
        expect(response.headers.get("X-Error-Code")).toMatch(/^(ACCESS_DENIED|YOU_ARE_NOT_ALLOWED_TO_\w+)$/);
        expect(await response.text()).not.toContain(target.secret);
      }
      for (const page of [url, `${url}.data`]) {
        expect((await reader.post(page, post?.(target) ?? {})).status, page).toBe(403);
      }
      expect(await everything(worker())).toEqual(before);
    });

    test("a visitor is sent to sign in, by page, data and post", async () => {
      const target = await makeTarget(use);
      const before = await everything(worker());
      const visitor = new Visitor(worker());
      expect((await visitor.get(path(target))).headers.get("Location")).toMatch(/^\/login\?redirect=/);
      expect(await (await visitor.get(`${path(target)}.data`)).text()).toContain("/login?redirect=");
      expect((await visitor.post(path(target), post?.(target) ?? {})).headers.get("Location")).toMatch(
        /^\/login/,
      );
      expect(await everything(worker())).toEqual(before);
    });
  });
}

/** Declares that a form which makes something makes it once, however often it is sent. */
export function describeMaking({
  what,
  worker,
  table,
  path,
  fields,
  refusal,
}: {
  what: string;
  worker: () => TestWorker;
  /** Where it is. */
  table: SQLiteTable;
  path: string;
  /** What is filled in for a name that nothing else has. */
  fields: (name: string) => Record<string, string>;
  /** Said where there is one of that name. */
  refusal: ErrorCode;
}) {
  describe(`the form of a new ${what}`, () => {
    /** Sends forms by an administrator, and counts what they made. */
    async function send(...forms: Record<string, string>[]) {
      const admin = await Visitor.signedIn(worker(), { role: "admin" });
      const before = await worker().db.$count(table);
      const answers = await Promise.all(forms.map((form) => admin.post(path, form)));
      return { answers, made: (await worker().db.$count(table)) - before };
    }

    test("makes one where it is sent twice, and says the same both times", async () => {
      const form = { id: crypto.randomUUID(), ...fields("twice") };
      const { answers, made } = await send(form, form);
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      expect(answers[0]?.headers.get("Location")).toBe(answers[1]?.headers.get("Location"));
      expect(made).toBe(1);
      const entries = worker().db.select().from(auditLog).where(eq(auditLog.subjectId, form.id));
      expect(await entries).toHaveLength(1);
    });

    test("makes another where it is filled in anew after Back", async () => {
      const id = crypto.randomUUID();
      for (const name of ["anew-1", "anew-2"]) {
        const { answers, made } = await send({ id, ...fields(name) });
        expect(answers[0]?.status).toBe(302);
        expect(made).toBe(1);
      }
    });

    test("makes what it says where its id is none", async () => {
      expect((await send({ id: "1 or 1=1", ...fields("odd") })).made).toBe(1);
    });

    test("makes one where several send the same at the same time, and the others are told", async () => {
      const { answers, made } = await send(...Array.from({ length: 5 }, () => fields("race")));
      expect(made).toBe(1);
      const refused = answers.filter(({ status }) => status !== 302);
      expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
      for (const answer of refused) {
        expect(answer.headers.get("X-Error-Code")).toBe(refusal);
        await expect(answer).toShow(textsIn("en")(`code:${refusal}`));
      }
    });
  });
}

import { desc, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/db/schema.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { contentsOf } from "./contents.ts";
import { textsIn } from "./texts.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

// Rules for every entity in the manager area. The tests of an entity declare them (docs/testing.md).

/** A row of the access matrix: a permission, and the request that needs it. */
export interface Operation<Target> {
  /** The permission; a suffix after a comma tells apart two rows about the same one. */
  permission: string;
  path: (target: Target) => string;
  /** The fields to post to the page, if the permission is to change something. */
  post?: (target: Target) => Record<string, string>;
}

/** Everything that a write could have changed. */
const everything = (worker: TestWorker) =>
  contentsOf(worker, {
    without: ["sessions", "audit_log", "login_challenges", "daily_counts"],
    where: { totals: "name <> 'sessions'" },
  });

/**
 * Declares the access matrix of an entity: an administrator may do each operation, and a user and a visitor may not, by
 * page, data request and post. A refused request changes nothing and reveals nothing; a change is in the audit log.
 */
export function describePermissions<Target extends { secret: string }, Options = unknown>({
  worker,
  operations,
  makeTarget,
}: {
  worker: () => TestWorker;
  operations: readonly (Operation<Target> & Options)[];
  /** Creates the target of an operation, for one test. `secret` is a text that only its page shows. */
  makeTarget: (operation: Operation<Target> & Options) => Promise<Target>;
}) {
  describe.each(operations)("$permission", (operation) => {
    const { path, post } = operation;

    test("an administrator may", async () => {
      const target = await makeTarget(operation);
      const visitor = await Visitor.signedIn(worker(), { role: "admin" });
      if (!post) {
        for (const url of [path(target), `${path(target)}.data`]) {
          const response = await visitor.get(url);
          expect([200, 404], url).toContain(response.status); // 404: a resource route has no data request
          expect(response.headers.get("X-Error-Code")).toBeNull();
        }
        return;
      }
      const before = await everything(worker());
      const response = await visitor.post(path(target), post(target));
      expect(response.status).toBe(302);
      const [entry] = await worker().db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1);
      expect(entry?.requestId, "the change is in the audit log").toBe(response.headers.get("X-Request-Id"));
      // These change nothing but sessions.
      if (!/"(revoke-\w+|impersonate)"/.test(JSON.stringify(post(target)))) {
        expect(await everything(worker())).not.toEqual(before);
      }
    });

    test("a user may not: page, data and post are refused, and nothing changes", async () => {
      const target = await makeTarget(operation);
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
      const target = await makeTarget(operation);
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

/** Declares that an entity's create form creates one row, however often it is sent. */
export function describeCreateForm({
  entity,
  worker,
  table,
  path,
  fields,
  refusal,
}: {
  /** Its name, for the test titles. */
  entity: string;
  worker: () => TestWorker;
  table: SQLiteTable;
  /** The form's page. */
  path: string;
  /** The form's fields, for a name that no other row has. */
  fields: (name: string) => Record<string, string>;
  /** The error code if a row of that name exists. */
  refusal: ErrorCode;
}) {
  describe(`the form of a new ${entity}`, () => {
    /** Sends forms as an administrator, and counts the rows they create. */
    async function send(...forms: Record<string, string>[]) {
      const admin = await Visitor.signedIn(worker(), { role: "admin" });
      const before = await worker().db.$count(table);
      const answers = await Promise.all(forms.map((form) => admin.post(path, form)));
      return { answers, created: (await worker().db.$count(table)) - before };
    }

    test("creates one row when it is sent twice, with the same answer both times", async () => {
      const form = { id: crypto.randomUUID(), ...fields("twice") };
      const { answers, created } = await send(form, form);
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      expect(answers[0]?.headers.get("Location")).toBe(answers[1]?.headers.get("Location"));
      expect(created).toBe(1);
      const entries = worker().db.select().from(auditLog).where(eq(auditLog.subjectId, form.id));
      expect(await entries).toHaveLength(1);
    });

    test("creates another row when it is filled in again after Back", async () => {
      const id = crypto.randomUUID();
      for (const name of ["anew-1", "anew-2"]) {
        const { answers, created } = await send({ id, ...fields(name) });
        expect(answers[0]?.status).toBe(302);
        expect(created).toBe(1);
      }
    });

    test("creates a row when the form's id is invalid", async () => {
      expect((await send({ id: "1 or 1=1", ...fields("odd") })).created).toBe(1);
    });

    test("creates one row when several requests send the same at once, and refuses the others", async () => {
      const { answers, created } = await send(...Array.from({ length: 5 }, () => fields("race")));
      expect(created).toBe(1);
      const refused = answers.filter(({ status }) => status !== 302);
      expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
      for (const answer of refused) {
        expect(answer.headers.get("X-Error-Code")).toBe(refusal);
        await expect(answer).toShow(textsIn("en")(`code:${refusal}`));
      }
    });
  });
}

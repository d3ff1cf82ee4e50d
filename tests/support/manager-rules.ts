import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { auditLog } from "#app/schema.ts";
import { textsIn } from "./texts.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

// Tests for a rule that every entity in the manager area follows. Each entity's own tests declare them.

/** Declares tests that an entity's create form creates one row, however often it is sent. */
export function describeCreateForm({
  entity,
  worker,
  table,
  path,
  fields,
  refusal,
}: {
  /** The entity's name, for the test titles. */
  entity: string;
  worker: () => TestWorker;
  table: SQLiteTable;
  /** The form's page. */
  path: string;
  /** The form's fields, for a name that no other row has. */
  fields: (name: string) => Record<string, string>;
  /** The error code if a row of the same name exists. */
  refusal: ErrorCode;
}) {
  describe(`the form of a new ${entity}`, () => {
    /** Sends forms as an administrator, and counts the rows that they create. */
    async function send(...forms: Record<string, string>[]) {
      const admin = await Visitor.signedIn(worker(), { role: "admin" });
      const before = await worker().db.$count(table);
      const answers = await Promise.all(forms.map((form) => admin.post(path, form)));
      return { answers, created: (await worker().db.$count(table)) - before };
    }

    test("creates one row if it is sent twice, with the same response both times", async () => {
      const form = { id: crypto.randomUUID(), ...fields("twice") };
      const { answers, created } = await send(form, form);
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      expect(answers[0]?.headers.get("Location")).toBe(answers[1]?.headers.get("Location"));
      expect(created).toBe(1);
      const entries = worker()
        .db.select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, newRowId.parse(form.id)));
      expect(await entries).toHaveLength(1);
    });

    test("creates another row if it is filled in again after Back", async () => {
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

    test("creates one row if several requests send the same values at the same time, and refuses the others", async () => {
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

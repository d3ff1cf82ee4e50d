import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { ENTITIES, ENTITY_NAMES, type Entity } from "#app/entities.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import * as schema from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { pathOf, validBody } from "#tests/support/api-samples.ts";
import { fieldsOfForm } from "#tests/support/browser-form.ts";
import { anyText, KNOWN_TEXTS } from "#tests/support/text-samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Every form and operation stores an accepted text in the same way. The text is shown, and does not change
// when another field is saved. The fields come from the API document, so a product's own entities are
// included. books-texts.test.ts tests exports and imports.

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const RUNS = 10;

let worker: TestWorker;
let creates: Map<Entity, DescribedOperation>;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  const { operations } = await readApiDocument(worker);
  creates = new Map(
    ENTITY_NAMES.map((entity) => {
      const create = operations.find(
        (operation) => operation.method === "post" && pathOf(operation) === `/${ENTITIES[entity]}`,
      );
      if (!create) throw new Error(`The API adds no ${entity}`);
      return [entity, create];
    }),
  );
});
afterAll(() => worker.stop());

interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
}

/** The names of the fields for text that people write, in the body of an operation. */
function textFields({ requestBody }: DescribedOperation): string[] {
  const { properties = {} } = (requestBody?.content?.["application/json"]?.schema ?? {}) as {
    properties?: Record<string, FieldSchema>;
  };
  return Object.entries(properties)
    .filter(([name, { type, enum: choices, format }]) => {
      const isText = [type ?? []].flat().includes("string") && !choices && !format;
      return isText && name !== "email" && !/Id$/.test(name);
    })
    .map(([name]) => name);
}

describe.each(ENTITY_NAMES)("a text of a %s", (entity) => {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the test needs every table
  const table: RowTable = schema[ENTITIES[entity]];
  const rowOf = async (id: string): Promise<Record<string, unknown> | undefined> =>
    (await worker.db.select().from(table).where(eq(table.id, id)))[0];

  test("is the same through every form and operation, is shown, and stays when another field is saved", async () => {
    const create = creates.get(entity) as DescribedOperation;
    const fields = textFields(create);
    expect(fields.length).toBeGreaterThan(0);
    const seen = { accepted: 0, refused: 0 };

    const survives = async (text: string) => {
      // Each text gets its own administrator, so that nobody reaches the limit of requests.
      const admin = await Visitor.signedIn(worker, { role: "admin" });
      const program = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
      const valid = await validBody(create, worker);
      const body = { ...valid, ...Object.fromEntries(fields.map((field) => [field, text])) };
      const page = `/manager/${ENTITIES[entity]}`;
      const form = Object.fromEntries(
        Object.entries(body).map(([field, value]) => [field, value === true ? "on" : String(value)]),
      );

      const answer = await program.call(`/${ENTITIES[entity]}`, { method: "POST", json: body });
      if (answer.status === 422) {
        seen.refused++;
        // A form sends half a surrogate pair as U+FFFD, which is an ordinary character.
        if (text.isWellFormed()) {
          expect((await admin.post(`${page}/new`, { ...form, role: "user" })).status, "by the form").toBe(
            400,
          );
        }
        return;
      }
      expect(answer.status, await answer.clone().text()).toBe(201);
      seen.accepted++;
      const { id: sentId } = (await answer.json()) as { id: string };
      const stored = await rowOf(sentId);
      const texts = fields.map((field) => (stored?.[field] ?? null) as string | null);
      await worker.db.delete(table).where(eq(table.id, sentId));

      const typed = await admin.post(`${page}/new`, { ...form, role: "user", id: sentId });
      expect(typed.status, "by the form").toBe(302);
      const id = newRowId.parse(sentId);
      const again = await rowOf(id);
      expect(fields.map((field) => again?.[field])).toEqual(texts);

      // The page of the row shows the text. If the entity has no such page, its list shows the text.
      const own = await admin.get(`${page}/${id}`);
      const shown = own.status === 200 ? own : await admin.get(`${page}?sort=-updated`);
      for (const one of texts) if (one !== null) await expect(shown).toShow(one.trim());

      for (const changed of new Set([fields[0], fields.at(-1)]) as Set<string>) {
        const html = await (await admin.get(`${page}/${id}/update`)).text();
        const sent = fieldsOfForm(html, changed);
        // If the text is the only field, it is sent unchanged.
        if (fields.length > 1) sent[changed] = `Changed ${changed} ${id}`;
        expect((await admin.post(`${page}/${id}/update`, sent)).status, "an edit").toBe(302);
        const after = await rowOf(id);
        for (const [n, field] of fields.entries()) {
          expect(after?.[field], `${field} after a change of ${changed}`).toBe(
            field === changed && fields.length > 1 ? sent[changed] : texts[n],
          );
        }
        await worker.db
          .update(table)
          .set({ [changed]: texts[fields.indexOf(changed)] })
          .where(eq(table.id, id));
      }
      await worker.db.delete(table).where(eq(table.id, id));
    };

    await fc.assert(fc.asyncProperty(anyText, survives), {
      numRuns: RUNS + KNOWN_TEXTS.length,
      examples: KNOWN_TEXTS.map((text): [string] => [text]),
      seed,
      endOnFailure: true,
    });
    expect(seen.accepted).toBeGreaterThan(RUNS / 2);
    expect(seen.refused).toBeGreaterThan(0);
  });
});

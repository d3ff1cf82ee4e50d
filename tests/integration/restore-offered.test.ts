import path from "node:path";
import { type LoaderFunction, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbContext, viewerContext } from "#app/context.ts";
import type { Entity } from "#app/entities.ts";
import { can, type Permission, ROLES, type Role } from "#app/permissions.ts";
import { deletedRows } from "#app/schema.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { readAccessRules, type Target } from "#tests/support/access.ts";
import { openMigrated } from "#tests/support/database.ts";

// A role may have the permission to change rows but not to delete them. It may then not restore them, either.
// The product has no such role.

let database: Awaited<ReturnType<typeof openMigrated>>;
beforeAll(async () => {
  database = await openMigrated();
});
afterAll(() => database.close());

/** All roles, and an unknown role, which has no permission. */
const EVERY_ROLE = [...ROLES, "nobody" as string as Role];

/** A target with a value for each property that a rule may read. */
const TARGET = new Proxy({} as Target, { get: () => "x" });

/** The forms that restore a row, each with the permission that it needs. */
const RESTORING = (await readAccessRules()).flatMap(({ path, forms = [] }) =>
  forms.flatMap(({ fields, needs }) =>
    "restore" in { ...fields?.(TARGET) } ? [{ path, needs: needs as Permission }] : [],
  ),
);

test.each(RESTORING)(
  "$path offers to restore a deleted row only with the permission to delete it",
  async ({ path: url, needs }) => {
    const { files = [] } = ROUTES.find((route) => route.path === url) ?? {};
    const { loader } = (await import(path.resolve(files.at(-1) as string))) as { loader: LoaderFunction };
    const [id, entity] = [crypto.randomUUID(), needs.split(":")[0] as Entity];
    await database.db
      .insert(deletedRows)
      .values({ id, entity, label: "x", row: { id }, deletedAt: Date.now() });
    for (const role of EVERY_ROLE) {
      const context = new RouterContextProvider();
      context.set(dbContext, database.db);
      context.set(viewerContext, Promise.resolve({ id: "x", role } as never));
      const here = new URL("https://deckle.test/");
      const loaded = await loader({
        request: new Request(here),
        url: here,
        context,
        params: { id },
      } as never);
      expect(loaded, role).toMatchObject({ isDeleted: true, mayRestore: can(role, needs) });
    }
  },
);

test("some forms restore rows", () => {
  expect(RESTORING.length).toBeGreaterThan(0);
});

import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/core/db/client.server.ts";
import { id, timestamps } from "#app/core/db/columns.ts";
import type { ConstraintRules } from "#app/core/db/written.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { newUserSchema } from "#app/identity/user/user.schema.ts";
import { createUser } from "#app/identity/user/user-write.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { sessions, users } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";

const actor: Actor = {
  id: null,
  label: null,
  asUser: null,
  requestId: "request",
  at: Date.now(),
  logged: true,
  language: "en",
  site: "https://example.com",
};

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openMigrated([
    "ALTER TABLE users ADD badge text",
    "CREATE UNIQUE INDEX users_badge ON users (badge)",
  ]));
});
afterAll(() => close());

test("a form that is sent twice adds one row and reports the repetition; other values with the same id add another row", async () => {
  const formId = crypto.randomUUID();
  const id = newRowId.parse(formId);
  const [admin] = await db.insert(users).values({ email: "admin@example.com", role: "admin" }).returning();
  const times = { createdAt: actor.at, updatedAt: actor.at, expiresAt: actor.at + 1 };
  const session = { id: "session", userId: admin?.id ?? "", tokenHash: "x", ...times };
  await db.insert(sessions).values(session);
  const acting = { ...actor, id: session.userId, sessionId: session.id };
  const user = newUserSchema.parse({ id: formId, email: "first@example.com", name: "Ada", role: "user" });
  expect(await createUser(db, user, acting)).toEqual({ ok: true, id });
  expect(await createUser(db, user, acting)).toEqual({ ok: true, id, repeated: true });
  const other = await createUser(db, { ...user, email: "second@example.com" }, acting);
  expect(other).toEqual({ ok: true, id: expect.not.stringMatching(id) });
  expect(await db.$count(users)).toBe(3);
});

/** The users table of a product that gives each user a unique badge. */
const withBadges = sqliteTable("users", {
  id: id(),
  email: text("email").notNull(),
  badge: text("badge"),
  ...timestamps,
});

test("each unique index has its own refusal", async () => {
  const rules = {
    UNIQUE: { code: "USER_ALREADY_EXISTS", field: "email" },
    "UNIQUE users.badge": { code: "EMAIL_CAN_NOT_BE_UPDATED", field: "badge" },
  } as const satisfies ConstraintRules;
  const badgeTaken = { ok: false, ...rules["UNIQUE users.badge"] };
  const audited = { label: withBadges.email, fields: ["email", "badge"] };
  const add = (row: { id: string; email: string; badge: string }) =>
    createRow(db, withBadges, row, {
      actor,
      action: "user.create",
      audited,
      uniqueBy: ["email"],
      rules,
    });
  const first = { id: crypto.randomUUID(), email: "badge@example.com", badge: "one" };
  const second = { id: crypto.randomUUID(), email: "other@example.com", badge: "two" };
  expect(await add(first)).toEqual({ ok: true, id: first.id });
  expect(await add(first)).toEqual({ ok: true, id: first.id, repeated: true });
  expect(await add({ ...second, email: first.email })).toEqual({ ok: false, ...rules.UNIQUE });
  expect(await add({ ...second, badge: first.badge })).toEqual(badgeTaken);
  expect(await add({ ...first, email: second.email })).toEqual(badgeTaken);
  expect(await add(second)).toEqual({ ok: true, id: second.id });

  const change = (typed: { email: string; badge: string }) =>
    updateRow(db, withBadges, second.id, {
      values: typed,
      typed,
      original: undefined,
      rules,
      actor,
      action: "user.update",
      audited,
    });
  expect(await change({ email: second.email, badge: first.badge })).toEqual(badgeTaken);
  expect(await change({ email: first.email, badge: second.badge })).toEqual({ ok: false, ...rules.UNIQUE });
});

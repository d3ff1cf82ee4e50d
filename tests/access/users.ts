import type { Role } from "#app/permissions.ts";
import { accessTokens, auditLog, factorResets, secondSteps, sessions, users } from "#app/schema.ts";
import type { AccessRules, Target } from "#tests/support/access.ts";
import { addUser } from "#tests/support/people.ts";
import type { TestWorker } from "#tests/support/worker.ts";

// Who may do what with users in the manager.

/** Adds a pending reset of the target's second step that an administrator has begun. */
const addReset = async (worker: TestWorker, { id: userId = "" }: Target, role: Role) => {
  const { d1, db } = worker;
  const { id: begunBy } = await addUser(worker, { role: "admin" });
  const { email } = (await d1
    .prepare("update users set role = ? where id = ? returning email")
    .bind(role, userId)
    .first<{ email: string }>()) as { email: string };
  const [begunAt, id] = [Date.now(), `reset-${userId}`];
  const values = { email, ofManager: false, begunBy, begunAt, dueAt: begunAt, language: "en", site: "" };
  await db.insert(factorResets).values({ id, userId, ...values });
};

const rules: AccessRules = {
  async makeTarget({ db }, number) {
    const secret = `unmistakable-user-${number}`;
    const [id, sessionId, tokenId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const now = Date.now();
    await db.batch([
      db.insert(users).values({ id, email: `${secret}-${id}@example.com`, name: secret, onboardedAt: now }),
      db.insert(sessions).values({
        id: sessionId,
        userId: id,
        tokenHash: secret,
        userAgent: secret,
        expiresAt: now + 1_000_000,
        createdAt: now,
        updatedAt: now,
      }),
      db.insert(accessTokens).values({
        id: tokenId,
        userId: id,
        name: secret,
        tokenHash: secret,
        scopes: ["read"],
        createdAt: now,
        expiresAt: now + 1_000_000,
      }),
      db.insert(auditLog).values({
        at: now,
        requestId: secret,
        action: "user.update",
        subjectId: id,
        subjectLabel: secret,
      }),
    ]);
    return { id, sessionId, tokenId, secret };
  },

  routes: {
    "/manager/users": { who: "user:list", query: ({ id = "" }) => ({ searchTerm: id }), shows: true },
    "/manager/users/new": {
      who: "user:create",
      forms: [
        { fields: () => ({ email: `${crypto.randomUUID()}@example.com`, role: "user" }) },
        {
          fields: () => ({ email: `${crypto.randomUUID()}@example.com`, role: "admin" }),
          needs: "user:set-role",
        },
      ],
    },
    "/manager/users/:id": {
      who: "user:read",
      shows: true,
      intentsIn: [
        "app/identity/manage-users/user-actions.server.ts",
        "app/slices/bounce/lift-form.server.ts",
        "app/slices/picture/user-part.server.ts",
        "app/slices/impersonation/user-part.server.ts",
        "app/slices/factor-reset/user-part.server.ts",
        "app/slices/api/user-part.server.ts",
      ],
      forms: [
        { intent: "delete", needs: "user:delete", proof: true },
        {
          intent: "unban",
          needs: "user:ban",
          proof: true,
          prepare: ({ d1 }, { id }) =>
            d1.prepare("update users set banned_at = 1 where id = ?").bind(id).run(),
        },
        {
          intent: "lift-bounce",
          needs: "user:update",
          prepare: ({ d1 }, { id }) =>
            d1
              .prepare(
                "insert into bounces (email, reason, at) select email, 'bounce', 1 from users where id = ?",
              )
              .bind(id)
              .run(),
        },
        {
          intent: "remove-user-picture",
          needs: "user:update",
          prepare: ({ d1 }, { id }) =>
            d1
              .prepare(
                `insert into files (id, kind, user_id, row_id, created_at, ready_at)
                  values (lower(hex(randomblob(16))), 'picture', ?1, ?1, 1, 1)`,
              )
              .bind(id)
              .run(),
        },
        { intent: "impersonate", needs: "user:impersonate" },
        {
          intent: "begin-reset",
          needs: "user:reset-factors",
          proof: true,
          prepare: ({ db }, { id: userId = "" }) =>
            db.insert(secondSteps).values({ userId, switchedOnAt: 1 }),
        },
        {
          intent: "confirm-reset",
          fields: ({ id }) => ({ resetId: `reset-${id}` }),
          needs: "user:reset-factors",
          proof: true,
          prepare: (worker, target) => addReset(worker, target, "admin"),
        },
        {
          intent: "stop-reset",
          fields: ({ id }) => ({ resetId: `reset-${id}` }),
          needs: "user:reset-factors",
          prepare: (worker, target) => addReset(worker, target, "user"),
        },
        {
          intent: "revoke-session",
          fields: ({ sessionId = "" }) => ({ sessionId }),
          needs: "session:revoke",
        },
        { intent: "revoke-sessions", needs: "session:revoke" },
        {
          intent: "revoke-selected",
          fields: ({ sessionId = "" }) => ({ selected: sessionId }),
          needs: "session:revoke",
        },
        { intent: "revoke-token", fields: ({ tokenId = "" }) => ({ tokenId }), needs: "session:revoke" },
        { intent: "revoke-tokens", needs: "session:revoke" },
      ],
    },
    "/manager/users/:id/ban": {
      who: "user:ban",
      shows: true,
      forms: [{ fields: () => ({ reason: "Spam" }), proof: true }],
    },
    "/manager/users/:id/update": {
      who: "user:update",
      shows: true,
      intentsIn: ["app/identity/user/user.schema.ts"],
      forms: [
        { intent: "update", fields: () => ({ name: "Changed" }) },
        {
          intent: "set-email",
          fields: ({ id }) => ({ email: `${id}@example.com` }),
          needs: "user:set-email",
          proof: true,
        },
        {
          intent: "set-role",
          fields: () => ({ role: "admin", original: "user" }),
          needs: "user:set-role",
          proof: true,
        },
      ],
    },
  },
};

export default rules;

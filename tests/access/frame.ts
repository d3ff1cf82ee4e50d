import { getTableConfig } from "drizzle-orm/sqlite-core";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { users as usersTable } from "#app/schema.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import type { AccessRules, FormRule } from "#tests/support/access.ts";
import users from "./users.ts";

// Who may do what in the frame. Accounts (account.ts), users (users.ts) and a product's entities have their
// own files here.

/** A form that stores a preference, as a browser without script sends it. */
const choice = (fields: Record<string, string>): FormRule[] => [
  { fields: () => fields, audited: false, inDemo: true },
];

/** The columns that refer to users. Rows with a reference are deleted before the user. */
const referringToUsers = tablesInOrder()
  .toReversed()
  .flatMap((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    return foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === usersTable)
      .flatMap(({ columns }) => columns.map((column) => ({ table: name, column: column.name })));
  });

/**
 * Moves the target, a user, to the deleted rows. The product itself does not keep deleted users, but every
 * product has users, so this test can always use one.
 */
const deleteForRestoring: FormRule["prepare"] = ({ d1 }, { id }) =>
  d1.batch([
    d1
      .prepare(
        `insert or replace into deleted_rows (id, entity, label, row, deleted_at)
         select id, 'user', email, json_object('id', id, 'email', email, 'name', name,
         'nameKey', name_key, 'role', role, 'createdAt', created_at, 'updatedAt', updated_at), 1 from users where id = ?`,
      )
      .bind(id),
    ...referringToUsers.map(({ table, column }) =>
      d1.prepare(`delete from ${table} where ${column} = ?`).bind(id),
    ),
    d1.prepare("delete from users where id = ?").bind(id),
  ]);

const rules: AccessRules = {
  makeTarget: users.makeTarget,

  routes: {
    "/": { who: "everyone", answer: 302 },
    "/login": {
      who: "visitors",
      forms: [
        { fields: () => ({ email: `${crypto.randomUUID()}@example.com` }), audited: false, inDemo: true },
      ],
    },
    "/login/verify": {
      who: "visitors",
      query: () => ({ email: "verify@example.com" }),
      intentsIn: ["app/identity/login-code/login-code.schema.ts"],
      forms: [
        { intent: "confirm", fields: () => ({ code: "000000" }), answer: 400, audited: false, inDemo: true },
        { intent: "resend", answer: 302, audited: false, inDemo: true },
      ],
    },
    // The page needs the token from an email, which the actor does not have.
    "/login/link": {
      who: "visitors",
      query: () => ({ token: "none" }),
      answer: 400,
      forms: [{ answer: 400, audited: false, readsBody: false }],
    },
    // No sign-in is pending in this browser.
    "/login/second-step": {
      who: "visitors",
      answer: 302,
      forms: [{ fields: () => ({ code: "000000" }), audited: false }],
    },
    // A browser would create the response. tests/integration/passkeys.test.ts tests this.
    "/login/passkey": {
      who: "visitors",
      forms: [{ fields: () => ({ response: "{}" }), answer: 400, audited: false }],
    },
    // The page does not exist without its settings.
    "/login/captcha": { who: "everyone", answer: 404 },
    "/login/:provider": { who: "visitors", answer: 404 },
    "/login/:provider/callback": { who: "visitors", answer: 404 },
    "/login/error": { who: "everyone" },
    // The page needs the link from a notice, which the actor does not have.
    "/not-me": { who: "everyone", answer: 400, forms: [{ audited: false, readsBody: false }] },
    "/onboarding": {
      who: "signed-in",
      answer: ({ onboarded }) => (onboarded ? 302 : 200),
      forms: [{ fields: () => ({ name: "Ada" }), needs: "own account", audited: false }],
    },
    "/sign-out": { who: "signed-in", forms: [{ readsBody: false, inDemo: true }] },
    // Nothing is stored in this browser.
    "/continue": { who: "signed-in", answer: 302 },
    "/stop-impersonating": {
      who: "signed-in",
      answer: 302,
      forms: [{ readsBody: false, audited: false }],
    },

    "/app": { who: "apps:app" },
    "/app/*": { who: "apps:app", answer: 404, forms: [{ answer: 404, audited: false, readsBody: false }] },

    "/manager": { who: "apps:manager", answer: 302 },
    "/manager/dashboard": { who: "apps:manager" },
    // Finds nothing of an entity that the user may not list (tests/integration/palette-find.test.ts).
    "/manager/find": { who: "apps:manager" },
    "/manager/sidebar": { who: "apps:manager", answer: 302, forms: choice({ sidebar: "collapsed" }) },
    "/manager/list-view": {
      who: "apps:manager",
      answer: 302,
      forms: choice({ list: "/manager/users", size: "50", columns: "created" }),
    },
    "/manager/audit": { who: "audit:list", query: ({ id = "" }) => ({ person: id }), shows: true },
    // The target is a user, and users have no owner. The tests of owned entities cover who may restore a row.
    "/app/deleted/:entity/:id": {
      who: "apps:app",
      answer: 302,
      forms: [{ answer: 404, audited: false, readsBody: false }],
    },
    "/manager/deleted/:entity/:id": {
      who: "apps:manager",
      answer: 302,
      forms: [{ needs: "user:delete", readsBody: false, prepare: deleteForRestoring }],
    },
    "/manager/*": {
      who: "apps:manager",
      answer: 404,
      forms: [{ answer: 404, audited: false, readsBody: false }],
    },

    "/theme": { who: "everyone", answer: 302, forms: choice({ theme: "dark" }) },
    "/save-data": { who: "everyone", answer: 302 },
    "/language": { who: "everyone", answer: 302, forms: choice({ lng: DEFAULT_LANGUAGE }) },
    "/strings/:language": { who: "everyone" },
    "/manifest.webmanifest": { who: "everyone" },
    "/robots.txt": { who: "everyone" },
    // BASE_URL is not set, so the sitemap does not exist.
    "/sitemap.xml": { who: "everyone", answer: 404 },
    "/healthz": { who: "everyone" },
    "/api/docs": { who: "everyone" },
    "/api/v1/*": { who: "programs" },
    // SECURITY_CONTACT is not set, so the file does not exist.
    "/.well-known/security.txt": { who: "everyone", answer: 404 },

    // Available on a developer's machine, as here. deployed-worker.test.ts tests that a deployed worker has
    // none of these pages.
    "/dev/outbox": { who: "everyone" },
    "/dev/outbox.json": { who: "everyone" },
    "/dev/outbox/:id": { who: "everyone", answer: 404 },
    "/dev/mail": { who: "everyone" },
    "/dev/mail/:template": { who: "everyone" },

    "/*": { who: "everyone", answer: 404, forms: [{ answer: 404, audited: false, readsBody: false }] },
  },
};

export default rules;

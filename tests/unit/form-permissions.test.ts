import path from "node:path";
import { type ActionFunction, type MiddlewareFunction, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import {
  dbContext,
  findViewerContext,
  i18nContext,
  platformContext,
  refusalContext,
  repeatChecksContext,
  requestIdContext,
  settingsContext,
  viewerContext,
} from "#app/context.ts";
import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { errorCodeFor } from "#app/permission-errors.ts";
import { ALL_PERMISSIONS, can, type Permission, ROLES, type Role } from "#app/permissions.ts";
import { parseSettings } from "#app/settings.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { readAccessRules, type Target } from "#tests/support/access.ts";
import { fillPath } from "#tests/support/fill-path.ts";

// Every role that may enter the manager may do everything there, so no request over HTTP shows whether a page or a form
// checks its own permission. But a product with one more role relies on these checks. So these tests run the guard of a
// page, or the action of a form, for somebody without the permission.

const SITE = "https://deckle.test";
/** A target with everything that a rule may ask for, such as the id of another row. */
const TARGET = new Proxy({} as Target, { get: () => "x" });

/** The module that serves a path. */
async function moduleOf(pattern: string) {
  const { files = [] } = ROUTES.find((route) => route.path === pattern) ?? {};
  return (await import(path.resolve(files.at(-1) as string))) as {
    action: ActionFunction;
    middleware?: MiddlewareFunction<Response>[];
  };
}

const RULES = await readAccessRules();

const RULED = RULES.flatMap(({ path, forms = [] }) =>
  forms.flatMap(({ intent, fields, needs }) => {
    if (!needs?.includes(":")) return [];
    return {
      path,
      form: intent ?? "its form",
      intent,
      needs: needs as Permission,
      fields: { ...fields?.(TARGET) },
    };
  }),
);
const FORMS = await Promise.all(
  RULED.map(async (form) => ({ ...form, action: (await moduleOf(form.path)).action })),
);

const notAsked = (): never => {
  throw new Error("D1 or KV was called");
};

const SETTINGS = {
  COOKIE_SECRETS: "c".repeat(32),
  LOGIN_CODE_SECRET: "l".repeat(32),
  SECOND_STEP_SECRETS: "s".repeat(32),
  LOCAL: "true",
};

/** A role that is not in the table has no permission. A form may give a user any role that is in it. */
const NO_ROLE = "nobody" as string as Role;

/** The pages that require more than the permission of their area, each with every role that lacks the permission. */
const PAGES = RULES.flatMap(({ path, who }) => {
  const needs = ALL_PERMISSIONS.find((permission) => permission === who && !permission.startsWith("apps:"));
  return [NO_ROLE, ...ROLES].flatMap((role) => (!needs || can(role, needs) ? [] : { path, needs, role }));
});

/**
 * The context of a request that a guard has admitted, from somebody with no further permission. The request
 * may not read or write anything.
 */
function contextBehindGuard(role = NO_ROLE): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(i18nContext, i18nIn("en"));
  context.set(refusalContext, { refusal: null });
  context.set(requestIdContext, "x");
  context.set(settingsContext, parseSettings(SETTINGS));
  context.set(dbContext, createDatabase({ prepare: notAsked, batch: notAsked }, new QueryStats()));
  context.set(platformContext, {
    kv: { get: notAsked, getJson: notAsked, put: notAsked, list: notAsked },
    origin: new URL(SITE),
    emailBinding: undefined,
    files: undefined,
    images: undefined,
    mailStop: notAsked,
    mailFailed: notAsked,
    inBackground: notAsked,
    runJobs: notAsked,
    dataCentre: null,
    openCache: notAsked,
    country: null,
    timeZone: "UTC",
    clientAddress: null,
    rateLimiters: { loginCodes: undefined, loginTries: undefined, api: undefined, writes: undefined },
    now: Date.now(),
    bodyRefusal: null,
  });
  const viewer = { id: "x", email: "ada@example.com", name: "Ada", role, verified: true };
  const session = {
    sessionId: "x",
    onboardedAt: 1,
    provenAt: Date.now(),
    factorProvenAt: 0,
    impersonator: null,
  };
  // The guard of the page must refuse before any loader runs.
  context.set(repeatChecksContext, async () => {});
  context.set(viewerContext, Promise.resolve({ ...viewer, ...session }));
  context.set(findViewerContext, async () => ({ ...viewer, ...session }));
  return context;
}

test.each(FORMS)("$path: $form requires $needs itself", async ({ path, intent, fields, needs, action }) => {
  const url = new URL(fillPath(path, TARGET), SITE);
  const body = new URLSearchParams({ ...(intent && { intent }), ...fields });
  const request = new Request(url, { method: "POST", body });
  const context = contextBehindGuard();
  const [entity = ""] = needs.split(":");
  const answer = async () => action({ request, url, context, params: { id: "x", entity } } as never);
  const missing = `call authorize(context, await context.get(viewerContext), "${needs}") before it reads or writes`;
  // A refusal is either thrown or, as for the form of a row that was deleted in the meantime, returned with the typed
  // values.
  const refused = await answer().catch((thrown: unknown) => thrown);
  expect(refused, missing).toMatchObject({ init: { status: 403 } });
  if ("restore" in fields) {
    const { restore, ...sent } = fields;
    // An empty field has no value.
    const typed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
    expect(refused, "return rejectForm(form, restoreRefused(...))").toMatchObject({
      data: { initialValue: typed },
    });
  }
  expect(context.get(refusalContext).refusal?.code, missing).toBe(errorCodeFor(needs));
});

test.each(PAGES)(
  "$path requires $needs itself, and refuses $role, who lacks it",
  async ({ path, needs, role }) => {
    const { middleware = [] } = await moduleOf(path);
    const url = new URL(fillPath(path, TARGET), SITE);
    const context = contextBehindGuard(role);
    const args = { request: new Request(url), url, context, params: {}, pattern: path };
    const answers = middleware.map(async (guard) => guard(args, notAsked));
    const missing = `middleware = [requirePermissionInParallel("${needs}")]`;
    await expect(Promise.all(answers), missing).rejects.toMatchObject({ init: { status: 403 } });
    expect(context.get(refusalContext).refusal?.code, missing).toBe(errorCodeFor(needs));
  },
);

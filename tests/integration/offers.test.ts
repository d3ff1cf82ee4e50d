import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_PERMISSIONS, type Permission } from "#app/permissions.ts";
import { readAccessRules, type Target } from "#tests/support/access.ts";
import { buildWithRoles } from "#tests/support/more-roles.ts";
import { refusedOffers } from "#tests/support/role-crawl.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// No page offers an action to a role that may not use it. The roles here have a single permission in addition
// to an area's, as a product's role may (docs/recipes/add-a-role.md).

const rules = await readAccessRules();

/** Finds in the access matrix the areas whose pages or forms require a permission. */
function areasOf(permission: Permission): Permission[] {
  const taking = rules.filter(
    ({ who, forms = [] }) => who === permission || forms.some(({ needs }) => needs === permission),
  );
  return (["apps:app", "apps:manager"] as const).filter((area) =>
    taking.some(({ path }) => path.startsWith(area.replace("apps:", "/"))),
  );
}

const ROLES: Record<string, Permission[]> = {};
for (const permission of ALL_PERMISSIONS) {
  for (const area of areasOf(permission)) ROLES[`only ${permission} in ${area}`] = [area, permission];
}

/**
 * How many roles one test adds. Each statement lists the permitted roles several times, and D1 accepts 100
 * values.
 */
const ROLES_AT_ONCE = 10;
const names = Object.keys(ROLES);
const parts = names.flatMap((_, n) => (n % ROLES_AT_ONCE === 0 ? [names.slice(n, n + ROLES_AT_ONCE)] : []));

describe.each(parts.map((part) => ({ part })))("no page offers a refused action", ({ part }) => {
  let worker: TestWorker;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const copy = await buildWithRoles(Object.fromEntries(part.map((role) => [role, ROLES[role] ?? []])));
    remove = copy.remove;
    worker = await startTestWorker({ config: copy.config, seeded: true });
  });

  afterAll(async () => {
    await worker.stop();
    await remove();
  });

  test.each(part)("to a role with %s", async (role) => {
    const targets = new Map<(typeof rules)[number]["makeTarget"], Target>();
    for (const { makeTarget } of rules) {
      if (!targets.has(makeTarget)) targets.set(makeTarget, await makeTarget(worker, names.indexOf(role)));
    }
    expect(await refusedOffers({ worker, rules, role }, targets)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORGANISATION_NAMES } from "#app/owned-entities.ts";
import {
  canIn,
  isOrganisationRole,
  ORGANISATION_ROLES,
  type OrganisationPermission,
  type OrganisationRole,
  organisationRolesThat,
  rolesUpTo,
} from "#app/slices/organisation/organisation-roles.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import {
  fieldsOf,
  formsOf,
  join,
  placeOf,
  readOrganisationRules,
  removalOf,
  unrefused,
} from "#tests/support/organisation-rules.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests every page and form of an organisation with each of its roles, by page and by data request. The
// access matrix has the permissions. organisation-roles.test.ts tests which roles a role can change.

const RULES = await readOrganisationRules();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const isPermission = (need: string): need is OrganisationPermission =>
  organisationRolesThat(need as OrganisationPermission).length > 0;

/** Whether a role has the permission of a page or form. */
function has(role: OrganisationRole, need: string): boolean {
  if (isOrganisationRole(need)) return rolesUpTo(role).includes(need);
  return isPermission(need) && canIn(role, need);
}

const CASES = RULES.flatMap((rule) => [
  { rule, path: rule.path, what: "page", form: null, need: rule.memberNeeds },
  ...formsOf(rule).map(({ form, name }) => ({
    rule,
    path: rule.path,
    what: name,
    form,
    need: form.memberNeeds,
  })),
]);

test.each(CASES)("$path, $what: the access matrix has its permission", ({ need = "" }) => {
  expect(isOrganisationRole(need) || isPermission(need)).toBe(true);
});

describe.each(ORGANISATION_ROLES)("as %s", (role) => {
  test.each(CASES)("$path, $what, requires $need", async ({ rule, form, need = "" }) => {
    const isAllowed = has(role, need);
    // A form may be sent only once, so each way of sending it has its own organisation.
    for (const isData of [false, true]) {
      const place = await placeOf(worker, rule);
      const { visitor } = await join(worker, place, role);
      const before = await unrefused(worker);
      const page = fillPath(rule.path, place.target);
      const url = isData ? dataPathOf(page) : page;
      const response = await (form ? visitor.post(url, fieldsOf(form, place.target)) : visitor.get(url));
      const text = await response.text();
      const code = codeOf(response);
      if (isAllowed) {
        expect(code, url).toBeNull();
        expect(response.status, url).not.toBe(403);
        continue;
      }
      // A route that only takes forms has no page, and its data is empty.
      if (form || rule.answer !== 400) expect(code, url).not.toBeNull();
      expect(text, url).not.toContain(place.target.secret);
      expect(await unrefused(worker), url).toEqual(before);
    }
  });

  test.each(ORGANISATION_NAMES)("restores a deleted %s if the role may write rows of it", async (entity) => {
    const { rule, form, idIn } = removalOf(RULES, entity);
    const place = await placeOf(worker, rule);
    await place.owner.post(fillPath(rule.path, place.target), fieldsOf(form, place.target));
    const { visitor } = await join(worker, place, role);
    const before = await unrefused(worker);
    const path = `/app/o/${place.target.slug}/deleted/${entity}/${idIn(place.target)}`;
    const response = await visitor.post(path, {});
    const isAllowed = canIn(role, `${entity}:write`);
    expect(codeOf(response) === null).toBe(isAllowed);
    expect(JSON.stringify(await unrefused(worker)) === JSON.stringify(before)).toBe(!isAllowed);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORGANISATION_NAMES } from "#app/owned-entities.ts";
import { ORGANISATION_ROLES } from "#app/slices/organisation/organisation-roles.ts";
import type { FormRule, PlacedRule, Target } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import {
  fieldsOf,
  formsOf,
  join,
  ORGANISATION_PATHS,
  type Place,
  placeOf,
  RESTORE,
  readOrganisationRules,
  removalOf,
  unrefused,
} from "#tests/support/organisation-rules.ts";
import { addInvitation } from "#tests/support/organisations.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests every route of an organisation, by page, data and form: as each kind of person who is not a member,
// and with the ids of another organisation's rows. The access matrix has the routes and forms.

const RULES = await readOrganisationRules();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const contents = () => unrefused(worker);

const NOT_FOUND = [404, "ORGANIZATION_NOT_FOUND"];
const NO_MEMBER = [403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"];

/** Kinds of people who are not members, each with the expected response. */
const STRANGERS: Record<string, [enter: (place: Place) => Promise<Visitor>, answer: unknown[]]> = {
  "a member of another organisation": [
    async ({ target }) => {
      const other = await placeOf(worker, RULES[0] as PlacedRule);
      expect(other.target.slug).not.toBe(target.slug);
      return (await join(worker, other, "owner")).visitor;
    },
    NOT_FOUND,
  ],
  ...Object.fromEntries(
    ORGANISATION_ROLES.map((role) => [
      `a former ${role}`,
      [
        async (place: Place) => {
          const { visitor, memberId } = await join(worker, place, role);
          const page = `/app/o/${place.target.slug}/members/${memberId}`;
          expect((await place.owner.post(page, { intent: "remove" })).status).toBe(302);
          return visitor;
        },
        NOT_FOUND,
      ],
    ]),
  ),
  "somebody who is invited": [
    async ({ organisationId, owner }) => {
      const email = `${crypto.randomUUID()}@example.com`;
      await addInvitation(worker, { organisationId, userId: owner.userId as string, email });
      return Visitor.signedIn(worker, { email });
    },
    NO_MEMBER,
  ],
  "an administrator of the product": [() => Visitor.signedIn(worker, { role: "admin" }), NO_MEMBER],
};

test("each route of an organisation has a rule", () => {
  expect([...RULES.map(({ path }) => path), RESTORE].sort()).toEqual(ORGANISATION_PATHS.toSorted());
});

describe.each(RULES)("$path", (rule) => {
  test("shows and does nothing for anybody but members, by page, data and form", async () => {
    const place = await placeOf(worker, rule);
    const page = fillPath(rule.path, place.target);
    for (const [who, [enter, answer]] of Object.entries(STRANGERS)) {
      const stranger = await enter(place);
      const before = await contents();
      for (const url of [page, dataPathOf(page)]) {
        const response = await stranger.get(url);
        // A route that only takes forms has no page, and its data is empty.
        const expected = rule.answer === 400 ? [url === page ? 400 : 200, null] : answer;
        expect([response.status, codeOf(response)], `${who}: ${url}`).toEqual(expected);
        expect(await response.text()).not.toContain(place.target.secret);
        for (const { form, name } of formsOf(rule)) {
          const refused = await stranger.post(url, fieldsOf(form, place.target));
          expect([refused.status, codeOf(refused)], `${who}: ${name} to ${url}`).toEqual(answer);
          expect(await refused.text()).not.toContain(place.target.secret);
        }
      }
      expect(await contents(), who).toEqual(before);
    }
  });
});

describe("the id of another organisation's row does not exist", () => {
  /**
   * Properties of a target that are no ids of the organisation's rows, such as its address and a book of the
   * catalogue.
   */
  const NO_ROWS = ["slug", "secret", "bookId", "organisationId"];

  /** Each place in a path or form where the id of one of the organisation's rows is sent. */
  const IDS = RULES.flatMap((rule) => {
    const inPath = [...rule.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    /** Finds the properties of a target that a form sends in its fields. */
    const inForm = (form: FormRule) => {
      const asked: string[] = [];
      const spy = new Proxy({} as Target, {
        get: (_, name) => {
          asked.push(String(name));
          return "x";
        },
      });
      form.fields?.(spy);
      return asked;
    };
    const own = (names: string[]) => [...new Set(names)].filter((name) => !NO_ROWS.includes(name));
    return [
      ...own(inPath).map((id) => ({ rule, form: null, what: "page", id })),
      ...formsOf(rule).flatMap(({ form, name }) =>
        own([...inPath, ...inForm(form)]).map((id) => ({ rule, form, what: name, id })),
      ),
    ].map((one) => ({ ...one, path: rule.path }));
  });

  test.each(IDS)("$path, $what: $id", async ({ rule, form, id }) => {
    const [own, other] = [await placeOf(worker, rule), await placeOf(worker, rule)];
    const before = await contents();
    const answers = [];
    for (const value of [crypto.randomUUID(), other.target[id] ?? ""]) {
      expect(value).not.toBe("");
      const target = {
        ...own.target,
        [id]: id === "email" && !value.includes("@") ? `${value}@x.org` : value,
      };
      const page = fillPath(rule.path, target);
      const responses = [];
      for (const url of [page, dataPathOf(page)])
        responses.push(await (form ? own.owner.post(url, fieldsOf(form, target)) : own.owner.get(url)));
      for (const response of responses) {
        expect(await response.text()).not.toContain(other.target.secret);
        expect([response.status, codeOf(response)], response.url).not.toEqual([200, null]);
      }
      answers.push(responses.map((response) => [response.status, codeOf(response)]));
    }
    const [unknown, foreign] = answers;
    expect(foreign).toEqual(unknown);
    expect(await contents()).toEqual(before);
  });
});

test.each(ORGANISATION_NAMES)("nobody restores a deleted %s of another organisation", async (entity) => {
  const { rule, form: removal, idIn } = removalOf(RULES, entity);
  const own = await placeOf(worker, rule);
  const other = await placeOf(worker, rule);
  expect(
    (await other.owner.post(fillPath(rule.path, other.target), fieldsOf(removal, other.target))).status,
  ).toBe(302);
  const restore = (visitor: Visitor, slug: string | undefined, id = idIn(other.target)) =>
    visitor.post(`/app/o/${slug}/deleted/${entity}/${id}`, {});
  for (const [who, [enter, answer]] of Object.entries(STRANGERS)) {
    const stranger = await enter(other);
    const before = await contents();
    const refused = await restore(stranger, other.target.slug);
    expect([refused.status, codeOf(refused)], who).toEqual(answer);
    expect(await contents(), who).toEqual(before);
  }
  const before = await contents();
  const [foreign, unknown] = [
    await restore(own.owner, own.target.slug),
    await restore(own.owner, own.target.slug, crypto.randomUUID()),
  ];
  expect([foreign.status, codeOf(foreign)]).toEqual([unknown.status, codeOf(unknown)]);
  expect(await contents()).toEqual(before);
  expect(codeOf(await restore(other.owner, other.target.slug))).toBeNull();
  expect(await contents()).not.toEqual(before);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisationMembers } from "#app/schema.ts";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { accountThere, goThere, startProviders } from "#tests/support/providers.ts";
import { lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// An invited person who signs in or up, in any way, returns to the invitation and joins the right
// organisation.

const providers = await startProviders();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});
afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

/**
 * Signs a visitor in before they open the path `to`.
 * @returns their browser, and the response with the redirect
 */
type Way = (email: string, to: string) => Promise<[visitor: Visitor, answer: Response]>;

const queryFor = (to: string) => `?${new URLSearchParams({ redirect: to })}`;

const WAYS: [name: string, way: Way][] = [
  [
    "by a code",
    async (email, to) => {
      const visitor = new Visitor(worker);
      const { verifyPath, code } = await visitor.askForCode(email, queryFor(to));
      return [visitor, await visitor.confirm(verifyPath, code)];
    },
  ],
  [
    "by the link of an email on another device",
    async (email, to) => {
      await new Visitor(worker).askForCode(email, queryFor(to));
      const elsewhere = new Visitor(worker);
      return [elsewhere, await elsewhere.post(await lastLink(worker, email), {})];
    },
  ],
  ...providers.fakes.map((there): [string, Way] => [
    `with ${there.label}`,
    async (email, to) => {
      there.signIn(accountThere(email));
      const visitor = new Visitor(worker);
      return [visitor, await visitor.get(await goThere(visitor, `/login/${there.name}${queryFor(to)}`))];
    },
  ]),
];

/**
 * Invites an address to a new organisation.
 * @returns the organisation, and the path of the invitation's link
 */
async function invited(email: string) {
  const organisation = await anOrganisation(worker);
  await invite(organisation.owner.visitor, organisation, email);
  return { ...organisation, link: await linkTo(worker, email) };
}

describe.each(WAYS)("signing in %s", (_, signIn) => {
  test.each([true, false])("returns to the invitation, with an existing account: %s", async (hasAccount) => {
    const email = someAddress();
    if (hasAccount) await addUser(worker, { email, emailVerifiedAt: 1 });
    const to = await invited(email);
    const other = await invited(email);
    const [visitor, answer] = await signIn(email, to.link);
    expect(answer).toRedirectTo(to.link);
    expect(await visitor.post(to.link, { intent: "accept" })).toRedirectTo(`/app/o/${to.slug}`);
    const user = await findUser(worker, email);
    const memberships = await worker.db
      .select({ id: organisationMembers.organisationId })
      .from(organisationMembers)
      .where(eq(organisationMembers.userId, user?.id ?? ""));
    expect(memberships).toEqual([{ id: to.id }]);
    expect((await visitor.get(other.link)).status, "the other one is still open").toBe(200);
  });
});

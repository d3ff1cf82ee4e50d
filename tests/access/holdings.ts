import { books } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";
import { addHolding } from "#tests/support/holdings.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may do what with an organisation's shelf: its members. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = `unmistakable-holding-${number}`;
    const owner = ownerId ?? (await addUser(worker)).id;
    const { id: organisationId, slug } = await addOrganisation(worker, owner);
    const row = await addHolding(worker, organisationId, { title: secret });
    const bookId = crypto.randomUUID();
    const book = { title: `To put ${bookId}`, titleKey: `zz ${bookId}`, authorKey: "" };
    await worker.db.insert(books).values({ ...book, id: bookId });
    return { id: row.id, slug, bookId, secret };
  },

  routes: {
    "/app/o/:slug/holdings": {
      who: "apps:app",
      owned: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
    },
    "/app/o/:slug/holdings/new": {
      who: "apps:app",
      owned: true,
      knownTo: "organisation:read",
      memberNeeds: "holding:write",
      forms: [{ memberNeeds: "holding:write", fields: ({ bookId = "" }) => ({ bookId }) }],
    },
    "/app/o/:slug/holdings/:id": {
      who: "apps:app",
      owned: true,
      knownTo: "organisation:read",
      memberNeeds: "member",
      shows: true,
      intentsIn: ["app/slices/holding/holding.schema.ts"],
      forms: [
        { intent: "save", memberNeeds: "holding:write", fields: () => ({ note: "Read together" }) },
        { intent: "remove", memberNeeds: "holding:write" },
      ],
    },
  },
};

export default rules;

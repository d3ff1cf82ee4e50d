import type { AccessRules } from "#tests/support/access.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";

const RULE = {
  who: "apps:app",
  owned: true,
  outlives: true,
  knownTo: "organisation:read",
  memberNeeds: "organisation:update",
} as const;

/** Who may do what with the logo of an organisation. The actor here is one of its owners. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const owner = ownerId ?? (await addUser(worker)).id;
    const { id, slug } = await addOrganisation(worker, owner);
    // No actor of the matrix may belong to exactly one organisation: /app/o/last would redirect to it.
    await addOrganisation(worker, owner);
    return { id, slug, secret: `unmistakable-logo-${number}` };
  },

  routes: {
    "/app/o/:slug/logo": {
      ...RULE,
      intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is no logo to remove, so nothing happens and nothing is logged.
      forms: [{ intent: "remove-file", memberNeeds: "organisation:update", audited: false }],
    },
    "/app/o/:slug/logo/file": {
      ...RULE,
      answer: 400,
      forms: [{ answer: 400, memberNeeds: "organisation:update", audited: false }],
    },
  },
};

export default rules;

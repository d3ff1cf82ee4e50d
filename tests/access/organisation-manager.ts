import type { AccessRules } from "#tests/support/access.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";

/**
 * Who may do what with organisations in the manager, with a permission of the product instead of a
 * membership.
 */
const rules: AccessRules = {
  async makeTarget(worker, number) {
    const secret = `unmistakable-organisation-${number}-in-manager`;
    const { id, slug } = await addOrganisation(worker, (await addUser(worker)).id, { name: secret });
    return { id, slug, secret };
  },

  routes: {
    "/manager/organisations": {
      who: "organisation:list",
      query: ({ slug = "" }) => ({ searchTerm: slug }),
      shows: true,
    },
    "/manager/organisations/:id": {
      who: "organisation:read",
      shows: true,
      intentsIn: ["app/slices/organisation/routes/manager/organisation.tsx"],
      forms: [{ intent: "delete", needs: "organisation:delete", proof: true }],
    },
    "/manager/organisations/:id/update": {
      who: "organisation:update",
      shows: true,
      forms: [{ fields: ({ slug = "" }) => ({ name: "Renamed", slug: `${slug}-too` }) }],
    },
  },
};

export default rules;

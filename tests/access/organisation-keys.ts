import type { AccessRules } from "#tests/support/access.ts";
import { addKey } from "#tests/support/organisation-keys.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may do what with the keys of an organisation. The actor here is one of its owners. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = `unmistakable-key-${number}`;
    const owner = ownerId ?? (await addUser(worker)).id;
    const { id, slug } = await addOrganisation(worker, owner);
    // No actor of the matrix may belong to exactly one organisation: /app/o/last would redirect to it.
    await addOrganisation(worker, owner);
    const { id: keyId } = await addKey(worker, id, { name: secret });
    return { id, slug, keyId, secret };
  },

  routes: {
    "/app/o/:slug/keys": {
      who: "apps:app",
      owned: true,
      outlives: true,
      knownTo: "organisation:read",
      memberNeeds: "key:manage",
      shows: true,
      intentsIn: ["app/slices/organisation-key/organisation-key.schema.ts"],
      forms: [
        {
          intent: "create-key",
          memberNeeds: "key:manage",
          fields: () => ({ name: "CI", scopes: "read", ends: "30" }),
          needs: "own account",
          answer: 200,
          proof: true,
        },
        { intent: "revoke-key", memberNeeds: "key:manage", fields: ({ keyId = "" }) => ({ keyId }) },
      ],
    },
  },
};

export default rules;

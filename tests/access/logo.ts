import type { AccessRules } from "#tests/support/access.ts";
import organisation from "./organisation.ts";

const RULE = { who: "apps:app", owned: true, outlives: true, knownTo: "organisation:read" } as const;

/** Who may do what with the logo of an organisation: here one of its owners. The tests of logos try every other role. */
const rules: AccessRules = {
  makeTarget: organisation.makeTarget,

  routes: {
    "/app/o/:slug/logo": {
      ...RULE,
      shows: true,
      intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is none: nothing happens, and nothing is logged.
      forms: [{ intent: "remove-file", audited: false }],
    },
    "/app/o/:slug/logo/file": { ...RULE, answer: 400, forms: [{ answer: 400, audited: false }] },
  },
};

export default rules;

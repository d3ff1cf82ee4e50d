import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may choose which emails a user gets: that user, and anyone with the link in one of the emails. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,

  routes: {
    "/account/emails": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/email-preference/routes/emails.tsx"],
      forms: [{ intent: "save", fields: () => ({ kind: "none" }), needs: "own account", audited: false }],
    },
    // The page needs the link from an email, which the actor does not have.
    "/unsubscribe": {
      who: "everyone",
      answer: 400,
      forms: [{ answer: 400, audited: false, readsBody: false }],
    },
  },
};

export default rules;

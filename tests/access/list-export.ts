import { type AccessRules, EXPORT } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may download the list of users and the audit log. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: {
    "/manager/users/export": { who: "user:list", answer: 302, forms: EXPORT },
    "/manager/audit/export": { who: "audit:list", answer: 302, forms: EXPORT },
  },
};

export default rules;

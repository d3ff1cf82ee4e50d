import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who reports what became of emails: the email services, which sign their reports. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/webhooks/mail/:service": { who: "programs" } },
};

export default rules;

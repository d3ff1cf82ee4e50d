import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may report whether emails were delivered: the email services, which sign their reports. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/webhooks/mail/:service": { who: "programs" } },
};

export default rules;

import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who tells what became of mails: the services, which sign it. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/webhooks/mail/:service": { who: "programs" } },
};

export default rules;

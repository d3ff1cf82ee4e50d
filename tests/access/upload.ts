import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may see files: anyone with their signed address. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/files/:id/:size/:proof": { who: "everyone", answer: 404 } },
};

export default rules;

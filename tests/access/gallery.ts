import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who sees the components of the interface: anybody on a developer's machine, as here. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/dev/gallery": { who: "everyone" } },
};

export default rules;

import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may see the components of the interface: everybody, on a developer's machine as here. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: { "/dev/gallery": { who: "everyone" } },
};

export default rules;

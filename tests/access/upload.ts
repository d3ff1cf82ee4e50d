import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may see a file: anyone with its signed address, and the user who uploaded it. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: {
    "/files/:id/:size/:proof": { who: "everyone", answer: 404 },
    // The target has no file.
    "/account/data/files/:id": { who: "signed-in", needs: "own account", answer: 404 },
  },
};

export default rules;

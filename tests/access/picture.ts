import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/** Who may do what with pictures: everyone with their own. What takes a file is sent none here: tests/integration/picture.test.ts. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,

  routes: {
    "/account/picture": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // They have none: nothing happens, and nothing is logged.
      forms: [{ intent: "remove-file", needs: "own account", audited: false }],
    },
    "/account/picture/file": {
      who: "signed-in",
      answer: 400,
      forms: [{ needs: "own account", answer: 400, audited: false }],
    },
  },
};

export default rules;

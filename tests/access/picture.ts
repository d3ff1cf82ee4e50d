import type { AccessRules } from "#tests/support/access.ts";
import users from "./users.ts";

/**
 * Who may change pictures: people may change only their own. The forms here send no file; those in
 * tests/integration/picture.test.ts do.
 */
const rules: AccessRules = {
  makeTarget: users.makeTarget,

  routes: {
    "/account/picture": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is no picture to remove, so nothing happens and nothing is logged.
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

import type { AccessRules, FormRule } from "#tests/support/access.ts";
import users from "./users.ts";

// Who may do what with accounts. Users may do everything with their own account. An administrator who
// impersonates a user may do nothing with that user's account.

/** The forms of the account page in the reader's area. */
const ACCOUNT: FormRule[] = [
  { intent: "change-name", fields: () => ({ name: "Changed" }), needs: "own account" },
  {
    intent: "change-email",
    fields: () => ({ email: `${crypto.randomUUID()}@example.com` }),
    needs: "own account",
    audited: false,
  },
  // No change of address is pending, so the response is a redirect.
  {
    intent: "confirm-email",
    fields: () => ({ code: "000000", oldCode: "000000" }),
    needs: "own account",
    audited: false,
  },
  { intent: "plan-email", fields: () => ({ code: "000000" }), needs: "own account", audited: false },
  // No change is pending.
  { intent: "keep-email", needs: "own account", audited: false },
  // Emails to the address have not bounced, so there is nothing to resume.
  { intent: "lift-bounce", needs: "own account", audited: false },
  // No reset is pending.
  { intent: "stop-reset", needs: "own account", audited: false },
  // The session belongs to another user, and the actor has linked no account. Nothing happens, and nothing is
  // logged.
  {
    intent: "revoke-session",
    fields: ({ sessionId = "" }) => ({ sessionId }),
    needs: "own account",
    audited: false,
  },
  { intent: "revoke-sessions", needs: "own account", audited: false },
  { intent: "prove", needs: "own account", audited: false, proof: true },
  { intent: "prove-link", needs: "own account", audited: false, proof: true },
  { intent: "unlink", fields: () => ({ provider: "github" }), needs: "own account", audited: false },
];
const ACCOUNT_INTENTS = [
  "app/identity/account/account-actions.server.ts",
  "app/slices/bounce/lift-form.server.ts",
  "app/slices/factor-reset/account-part.server.ts",
  "app/slices/provider/account-part.server.ts",
];

const rules: AccessRules = {
  makeTarget: users.makeTarget,

  routes: {
    "/account/data": { who: "signed-in", needs: "own account" },
    // This page exists only if the settings of a provider are set, and here they are not.
    "/account/link/:provider": { who: "signed-in", needs: "own account", answer: 404 },
    "/account/time-zone": {
      who: "signed-in",
      forms: [{ fields: () => ({ zone: "Africa/Nairobi" }), audited: false, inDemo: true }],
    },
    "/account/delete": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/identity/account/delete-account-actions.server.ts"],
      forms: [
        { intent: "send-code", needs: "own account", audited: false },
        {
          intent: "delete",
          fields: () => ({ code: "000000", confirmation: "somebody@example.com" }),
          needs: "own account",
          audited: false,
          answer: 400,
        },
      ],
    },
    "/account/second-step": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/second-step/second-step.schema.ts"],
      forms: [
        { intent: "begin", needs: "own account", audited: false, proof: true },
        // The forms below are refused: this site has not signed the secret, and there is no second step to
        // switch off. The tests of the second step cover the valid forms.
        {
          intent: "switch-on",
          fields: () => ({ secret: "none", code: "000000" }),
          needs: "own account",
          answer: 400,
          audited: false,
        },
        {
          intent: "renew-codes",
          // The form sends a recovery code, because a code from the app would count as a proof.
          fields: () => ({ code: "0000-0000-0000-0000" }),
          needs: "own account",
          answer: 400,
          audited: false,
          proof: true,
        },
        {
          intent: "switch-off",
          // The form sends a recovery code, because a code from the app would count as a proof.
          fields: () => ({ code: "0000-0000-0000-0000" }),
          needs: "own account",
          answer: 400,
          audited: false,
          proof: true,
        },
      ],
    },
    "/account/passkeys": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/passkey/passkey.schema.ts"],
      forms: [
        { intent: "begin-passkey", needs: "own account", answer: 200, audited: false, proof: true },
        // A browser would create the response. tests/integration/passkeys.test.ts tests this.
        {
          intent: "add-passkey",
          fields: () => ({ response: "{}" }),
          needs: "own account",
          answer: 400,
          audited: false,
        },
        // The actor has no passkey with this id, so nothing happens and nothing is logged.
        {
          intent: "rename-passkey",
          fields: () => ({ passkeyId: "none", name: "Phone" }),
          needs: "own account",
          answer: 404,
          audited: false,
        },
        {
          intent: "remove-passkey",
          fields: () => ({ passkeyId: "none" }),
          needs: "own account",
          audited: false,
          proof: true,
        },
      ],
    },
    "/account/tokens": {
      who: "signed-in",
      needs: "own account",
      intentsIn: ["app/slices/api/token/token.schema.ts"],
      forms: [
        {
          intent: "create-token",
          fields: () => ({ name: "CI", scopes: "read", ends: "30" }),
          needs: "own account",
          answer: 200,
          proof: true,
        },
        // The actor has no token with this id, so nothing happens and nothing is logged.
        {
          intent: "revoke-token",
          fields: ({ tokenId = "" }) => ({ tokenId }),
          needs: "own account",
          audited: false,
        },
        { intent: "revoke-tokens", needs: "own account", audited: false },
      ],
    },
    "/app/account": { who: "apps:app", intentsIn: ACCOUNT_INTENTS, forms: ACCOUNT },
    "/manager/account": { who: "apps:manager", intentsIn: ACCOUNT_INTENTS, forms: ACCOUNT },
  },
};

export default rules;

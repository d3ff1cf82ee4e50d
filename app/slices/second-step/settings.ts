import { secrets, wholeNumber } from "#app/setting-values.ts";

export const secondStepSettings = {
  /**
   * Encrypts the secrets of authenticator apps. To rotate a secret, list several, separated by commas: the first
   * encrypts, all decrypt. An app whose secret nothing decrypts is as good as lost, so keep the old ones
   * (docs/operations.md).
   */
  SECOND_STEP_SECRETS: secrets,
  /**
   * If set, whoever may enter the manager needs a second step to sign in, and has this many days to switch it on, from
   * when they were first told. 0: at once.
   */
  ADMIN_SECOND_STEP_DAYS: wholeNumber(0, 365).optional(),
};

import { secrets, wholeNumber } from "#app/setting-values.ts";

export const secondStepSettings = {
  /**
   * Encrypts the secrets of authenticator apps. To rotate a secret, list several, separated by commas: the first
   * encrypts, all decrypt. An app whose secret can't be decrypted no longer works, so keep the old ones
   * (docs/operations.md).
   */
  SECOND_STEP_SECRETS: secrets,
  /**
   * If set, users who may enter the manager need a second step. They have this many days to switch it on, counted from
   * the first request to do so. With 0, they need it immediately.
   */
  ADMIN_SECOND_STEP_DAYS: wholeNumber(0, 365).optional(),
};

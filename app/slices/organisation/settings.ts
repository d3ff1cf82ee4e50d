import { flag } from "#app/setting-values.ts";

export const organisationSettings = {
  /**
   * Whether everybody needs an organisation. If true, readers without one are redirected to the form that creates one.
   */
  ORGANISATION_FOR_EVERYBODY: flag.default(false),
};

import { flag } from "#app/setting-values.ts";

export const organisationSettings = {
  /** Whether everybody needs an organisation: readers without one are redirected to the form that creates it. */
  ORGANISATION_FOR_EVERYBODY: flag.default(false),
};

import { flag } from "#app/setting-values.ts";

export const organisationSettings = {
  /** Whether everybody is in an organisation from sign-up on: who is in none is led to where they can create one. */
  ORGANISATION_FOR_EVERYBODY: flag.default(false),
};

import { origins } from "#app/setting-values.ts";

export const apiSettings = {
  /**
   * The origins whose pages may call the API from a browser (https://app.example.com), separated by commas or spaces.
   * They need an access token, too. If empty, no other site's page can read a response.
   */
  API_ORIGINS: origins,
};

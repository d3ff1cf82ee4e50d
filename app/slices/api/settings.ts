import { origins } from "#app/setting-values.ts";

export const apiSettings = {
  /**
   * The origins whose pages may call the API from a browser (https://app.example.com), separated by commas or spaces. Access
   * tokens are asked of them, too. Without any, no other site's page can read an answer.
   */
  API_ORIGINS: origins,
};

/** The name of the product, the same in every language. Change it here to make the product yours. */
export const PRODUCT_NAME = "Deckle";

/** The prefix of access tokens, by which scanners recognise leaked ones. Lower-case letters and digits. */
export const TOKEN_PREFIX = "deckle";

/** The licence in the API's document: its name, and its SPDX identifier. */
export const API_LICENSE = { name: "MIT License", identifier: "MIT" };

/** Links to the documentation and the issue form of a repository. */
export interface RepositoryLinks {
  documentation: string;
  newIssue: string;
}

/** The repository's links, from the setting REPOSITORY_URL. @returns null if it is not set */
export function repositoryLinks(repository: string | undefined): RepositoryLinks | null {
  if (!repository) return null;
  return { documentation: `${repository}#readme`, newIssue: `${repository}/issues/new` };
}

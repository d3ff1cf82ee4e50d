/** The name of the product, the same in every language. Change it here to make the product yours. */
export const PRODUCT_NAME = "Deckle";

/** The repository's own issue form and documentation, given its address. */
export const repositoryLinks = (repository: string) => ({
  documentation: `${repository}#readme`,
  newIssue: `${repository}/issues/new`,
});

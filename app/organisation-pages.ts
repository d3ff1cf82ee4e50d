import { merged } from "./slices.ts";

const pages = merged("organisationPages");

/** The name of an organisation's page: the locale namespace whose `list.title` is the text of the link to it. */
export type OrganisationPage = keyof typeof pages;

/** The permission in an organisation that a page requires. Owners have all of them. */
export type PagePermission = (typeof pages)[OrganisationPage]["permission"];

/** The pages that slices add to an organisation, each at /app/o/:slug/<path>, for members who have its permission. */
export const ORGANISATION_PAGES = Object.entries<{ path: string; permission: PagePermission }>(pages).map(
  ([name, page]) => ({ name: name as OrganisationPage, ...page }),
);

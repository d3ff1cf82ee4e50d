import { merged } from "./slices.ts";

const pages = merged("organisationPages");

/** The name of such a page: the locale namespace whose `list.title` is what the link to it says. */
export type OrganisationPage = keyof typeof pages;

/** What the pages take in an organisation. Owners have all of these permissions. */
export type PagePermission = (typeof pages)[OrganisationPage]["permission"];

/** The pages that slices add to an organisation, for those of its members who have a permission there: each is at /app/o/:slug/<path>. */
export const ORGANISATION_PAGES = Object.entries<{ path: string; permission: PagePermission }>(pages).map(
  ([name, page]) => ({ name: name as OrganisationPage, ...page }),
);

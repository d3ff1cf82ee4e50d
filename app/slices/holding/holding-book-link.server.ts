import { href } from "react-router";
import { i18nContext } from "#app/context.ts";
import type { BookLink } from "#app/slices/book/book-link.ts";
import { findLastOrganisation } from "#app/slices/organisation/last-organisation/last-organisation.server.ts";
import { readLastOrganisation } from "#app/slices/organisation/last-organisation/last-organisation.ts";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";

/**
 * Links from a book's page to the shelf of the organisation that the reader opened last. The link opens the page that
 * adds books, with a search for the book's title. Nothing is read for a reader without the cookie of an organisation.
 */
export const holdingBookLink: BookLink = {
  mayOffer: (request) => readLastOrganisation(request.headers.get("Cookie")) !== null,
  async find(context, request) {
    const last = await findLastOrganisation(context, request);
    if (!last || !canIn(last.role, "holding:write")) return null;
    const { t } = context.get(i18nContext);
    const { slug, name: organisation } = last;
    return ({ title }) => ({
      to: `${href("/app/o/:slug/holdings/new", { slug })}?${new URLSearchParams({ searchTerm: title })}`,
      label: t("holding:putIn", { organisation }),
    });
  },
};

import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { homeBooksPart } from "#app/slices/book/home-books.tsx";
import { homeOrganisationPart } from "#app/slices/organisation/last-organisation/last-organisation-link.tsx";
import { homeShelfPart } from "#app/slices/shelf/home-shelf.tsx";

/** What slices show on the welcome page, in this order. */
export const welcomeParts = (): readonly WelcomePart[] => [
  homeOrganisationPart,
  homeShelfPart,
  homeBooksPart,
];

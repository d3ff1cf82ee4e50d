import type { ManagerNavigation } from "#app/identity/shell/navigation.ts";
import { apiManagerNavigation } from "#app/slices/api/navigation.ts";
import { bookManagerNavigation } from "#app/slices/book/navigation.ts";
import { dashboardManagerNavigation } from "#app/slices/dashboard/navigation.ts";
import { genreManagerNavigation } from "#app/slices/genre/navigation.ts";
import { healthManagerNavigation } from "#app/slices/health/navigation.ts";
import { organisationManagerNavigation } from "#app/slices/organisation/navigation.ts";

/** The pages of slices in the navigation of the manager, in this order. */
export const managerNavigation = (): readonly ManagerNavigation[] => [
  dashboardManagerNavigation,
  bookManagerNavigation,
  genreManagerNavigation,
  organisationManagerNavigation,
  healthManagerNavigation,
  apiManagerNavigation,
];

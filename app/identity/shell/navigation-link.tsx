import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { NavigationEntry } from "./navigation.ts";

/** A link of the navigation. It is marked on its page and on pages below it. */
export function NavigationLink({
  entry: { to, end = false, alsoFor },
  ...link
}: {
  entry: NavigationEntry;
  title?: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  if (alsoFor && pathname.startsWith(alsoFor)) return <Link to={to} aria-current="true" {...link} />;
  // A link to a part of a page is never marked as the current page.
  return to.includes("#") ? <Link to={to} {...link} /> : <NavLink to={to} end={end} {...link} />;
}

import type { ComponentProps, ReactNode } from "react";
import { NavLink } from "react-router";
import { useMayOpen } from "./may-open.ts";

/**
 * A link that covers its container, such as a row or a card. The container looks pressed from the press until the page
 * has loaded (`stretched-link` in theme.css). If the reader may not open the page, it is text.
 */
export function StretchedLink(
  props: Omit<ComponentProps<typeof NavLink>, "className" | "end" | "to" | "children" | "style"> & {
    className?: string;
    to: string;
    children: ReactNode;
  },
) {
  const { to, dir, className = "", children } = props;
  if (!useMayOpen()(to)) {
    return (
      <span dir={dir} className={className}>
        {children}
      </span>
    );
  }
  // "end", because a link to an area must not be marked as the current page on the pages in it.
  return <NavLink {...props} end className={`stretched-link ${className}`} />;
}

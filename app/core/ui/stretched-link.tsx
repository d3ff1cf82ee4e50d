import type { ComponentProps, ReactNode } from "react";
import { NavLink } from "react-router";
import { useMayOpen } from "./may-open.ts";

/**
 * A link that covers the item it is in, such as a row or a card. The item shows that it was pressed, from the press until its
 * page is there (`stretched-link` in theme.css). If its page is closed to the reader, it is text.
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
  // "end": the link to an area is not the link to a page in it.
  return <NavLink {...props} end className={`stretched-link ${className}`} />;
}

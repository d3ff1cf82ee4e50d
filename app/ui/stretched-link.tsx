import type { ComponentProps } from "react";
import { NavLink } from "react-router";

/**
 * A link that covers the item it is in, such as a row or a card. The item shows that it was pressed, from the press until its
 * page is there (`stretched-link` in theme.css).
 */
export function StretchedLink({
  className,
  ...props
}: Omit<ComponentProps<typeof NavLink>, "className" | "end"> & { className?: string }) {
  // "end": the link to an area is not the link to a page in it.
  return <NavLink {...props} end className={className ? `stretched-link ${className}` : "stretched-link"} />;
}

import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMayOpen } from "#app/core/ui/may-open.ts";

/** A link, or only its text if the reader may not open its page. */
export function LinkIfOpen({
  to,
  className,
  children,
}: {
  to: string;
  className: string;
  children: ReactNode;
}) {
  return useMayOpen()(to) ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    children
  );
}

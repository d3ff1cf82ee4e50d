import type { ReactNode, Ref } from "react";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** The members of an organisation, or the organisations of a user, in the manager. */
export const TenantRows = ({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
  <ul ref={ref} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
    {children}
  </ul>
);

/** One of them. Its name leads to its page, if that is open to the reader. */
export const TenantRow = ({
  to,
  title,
  detail,
  children,
}: {
  to: string;
  title: string;
  detail: string | null;
  /** The role, and what else there is to know. */
  children: ReactNode;
}) => (
  <li className="relative flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
    <div className="min-w-0">
      <StretchedLink to={to} className="font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </StretchedLink>
      {detail && (
        <p className="text-sm wrap-anywhere text-quiet">
          <bdi>{detail}</bdi>
        </p>
      )}
    </div>
    <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">{children}</div>
  </li>
);

import type { ReactNode, Ref } from "react";
import { Address } from "#app/core/ui/address.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** The members of an organisation, or the organisations of a user, in the manager. */
export const TenantRows = ({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
  <ul ref={ref} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
    {children}
  </ul>
);

/** A row of {@link TenantRows}. Its name links to its page, if the reader may open it. */
export const TenantRow = ({
  to,
  title,
  detail,
  children,
}: {
  to: string;
  /** The name, isolated from the direction of the page, and a picture next to it if there is one. */
  title: ReactNode;
  detail: string | null;
  /** The role, and other details. */
  children: ReactNode;
}) => (
  <li className="relative flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
    <div className="min-w-0">
      <StretchedLink to={to} className="font-medium wrap-anywhere">
        {title}
      </StretchedLink>
      {detail && (
        <p className="text-sm wrap-anywhere text-quiet">
          <Address>{detail}</Address>
        </p>
      )}
    </div>
    <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">{children}</div>
  </li>
);

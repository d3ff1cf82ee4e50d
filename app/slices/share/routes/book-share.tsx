import type { ReactNode } from "react";
import { Outlet, useOutletContext, useParams } from "react-router";
import { ShareLink } from "#app/slices/share/share-link.tsx";

/**
 * A layout around the page of a book: adds the link that shares the book to the actions from the outer
 * layouts.
 */
export default function BookShare() {
  const { id = "" } = useParams();
  const actions = useOutletContext<ReactNode>();
  return (
    <Outlet
      context={
        <div className="flex flex-wrap items-start gap-3">
          {actions}
          <ShareLink bookId={id} />
        </div>
      }
    />
  );
}

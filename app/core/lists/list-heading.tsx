import type { ReactNode } from "react";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";

/** The heading of a manager's list, with a link to add an item. `data-list` makes the page wide (table.css). */
export function ListHeading({
  title,
  add,
  children,
}: {
  title: string;
  add: { to: string; label: string } | null;
  /** What else one can do with the list. */
  children?: ReactNode;
}) {
  return (
    <div data-list className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <h1 className="font-serif text-4xl font-semibold">{title}</h1>
      <div className="flex flex-wrap gap-3">
        {children}
        {add && (
          <ButtonLink to={add.to}>
            <Icon name="plus" className="size-5" />
            <span>{add.label}</span>
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

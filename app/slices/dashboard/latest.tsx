import { useId } from "react";
import { Address } from "#app/core/ui/address.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** A list of the most recently added items. */
export function Latest({
  title,
  empty,
  items,
}: {
  title: string;
  /** The text that is shown if there are no items. */
  empty: string;
  items: { to: string; name: string; detail: string | null }[];
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 font-serif text-xl font-semibold">
        {title}
      </h2>
      {items.length === 0 ? (
        <div className="rounded-xl border border-line bg-sheet">
          <EmptyState isPart title={empty} />
        </div>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
          {items.map(({ to, name, detail }) => (
            <li key={to} className="relative px-4 py-3 hover:bg-accent-soft">
              <StretchedLink to={to} className="block font-medium wrap-anywhere">
                <Address>{name}</Address>
              </StretchedLink>
              {detail && (
                <p className="text-sm wrap-anywhere text-quiet">
                  <Address>{detail}</Address>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

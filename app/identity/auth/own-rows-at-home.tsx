import type { TFunction } from "i18next";
import { useId } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Day } from "#app/core/ui/day.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import type { RowAtHome, WelcomePart } from "./welcome-part.ts";

/** A part of the welcome page with the reader's own rows. */
export interface OwnRowsPart extends WelcomePart<RowAtHome[]> {
  heading: (t: TFunction) => string;
  /** The path of a row's page. */
  to: (id: string) => string;
}

/** Some of the reader's own rows on the welcome page, each a link to its page; nothing if there are none. */
export function OwnRowsAtHome({ data, part: { heading, to } }: { data: RowAtHome[]; part: OwnRowsPart }) {
  const { t } = useI18n();
  const headingId = useId();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="mb-3 font-serif text-xl font-semibold">
        {heading(t)}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {data.map(({ id, name, day }) => (
          <li key={id} className="relative px-4 py-3 hover:bg-accent-soft">
            <StretchedLink
              to={to(id)}
              dir="auto"
              className="match-parent block font-serif font-semibold break-words"
            >
              {name}
            </StretchedLink>
            <Day day={day} className="text-sm text-quiet" />
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { TFunction } from "i18next";
import { href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import { CellText, type Column } from "#app/core/lists/table.tsx";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** A row of the manager's list of organisations. */
interface ShownOrganisation {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  memberCount: number;
  created: FormattedTime;
}

/** The columns of the manager's list of organisations. */
export const organisationColumns = (t: TFunction): Column<ShownOrganisation>[] => [
  {
    label: t("organisation:fields.name"),
    sort: "name",
    narrow: "line",
    // Each list draws its logos itself. If lists shared a module for this, all pages of the manager would load it.
    cell: ({ id, name, logo }, search) => (
      <div className="flex items-center gap-3">
        {logo === null ? (
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft font-semibold text-accent"
          >
            {Array.from(name)[0]?.toLocaleUpperCase()}
          </span>
        ) : (
          <img
            src={logo}
            alt=""
            width={32}
            height={32}
            loading="lazy"
            className="size-8 shrink-0 rounded-lg"
          />
        )}
        <StretchedLink to={fromList(href("/manager/organisations/:id", { id }), search)} state={FROM_LIST}>
          <bdi className="cell-text match-parent">{name}</bdi>
        </StretchedLink>
      </div>
    ),
  },
  {
    label: t("organisation:fields.slug"),
    id: "slug",
    width: "28%",
    narrow: "first",
    cell: ({ slug }) => <CellText>{slug}</CellText>,
  },
  {
    label: t("tenant:list.members"),
    id: "members",
    width: "18%",
    cell: ({ memberCount }) => t("organisation:members", { count: memberCount }),
  },
  {
    label: t("tenant:list.created"),
    id: "created",
    sort: "-created",
    width: "160",
    narrow: "hidden",
    cell: ({ created }) => <Moment time={created} />,
  },
];

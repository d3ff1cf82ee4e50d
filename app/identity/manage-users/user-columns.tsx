import type { TFunction } from "i18next";
import { href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import type { Column } from "#app/core/lists/table.tsx";
import { Address } from "#app/core/ui/address.tsx";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { Badge } from "#app/core/ui/badge.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import { can, type Role } from "#app/permissions.ts";

/** A user as the manager's list shows them. */
interface ShownUser {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  isBanned?: boolean;
  isNotOnboarded?: boolean;
  lastSeen: FormattedTime | null;
  created: FormattedTime;
}

/**
 * The columns of the manager's list of users.
 * @param maySort whether readers can sort the list; otherwise it is sorted by creation
 * @param showsLastSeen whether the reader may know when users were last here
 */
export const userColumns = (t: TFunction, maySort: boolean, showsLastSeen: boolean): Column<ShownUser>[] => [
  {
    label: t("user:fields.name"),
    ...(maySort && { sort: "name" }),
    narrow: "line",
    cell: ({ id, name, email, isBanned, isNotOnboarded }, search) => {
      const link = (
        <StretchedLink to={fromList(href("/manager/users/:id", { id }), search)} state={FROM_LIST}>
          <Address className="cell-text match-parent">{name ?? email}</Address>
        </StretchedLink>
      );
      if (!isBanned && !isNotOnboarded) return link;
      // These properties are badges and not columns, because few users have them.
      return (
        <div className="flex flex-wrap items-center gap-x-3">
          {link}
          {isBanned && <Badge tone="danger">{t("user:banned")}</Badge>}
          {isNotOnboarded && <Badge tone="quiet">{t("user:notOnboarded")}</Badge>}
        </div>
      );
    },
  },
  {
    label: t("user:fields.email"),
    id: "email",
    ...(maySort && { sort: "email" }),
    width: "30%",
    narrow: "line",
    // On a phone, the first line already shows the address of a user without a name.
    cell: ({ name, email }) => (
      <div className={name === null ? "wide" : undefined}>
        <Address className="cell-text match-parent">{email}</Address>
      </div>
    ),
  },
  {
    label: t("user:fields.role"),
    id: "role",
    width: "120",
    cell: ({ role }) => (
      <Badge tone={can(role, "apps:manager") ? "accent" : "quiet"}>{roleName(t, role)}</Badge>
    ),
  },
  {
    label: t("user:list.lastSeen"),
    id: "lastSeen",
    ...(maySort && showsLastSeen && { sort: "-lastSeen" }),
    width: "160",
    narrow: "hidden",
    cell: ({ lastSeen }) => lastSeen && <Moment time={lastSeen} />,
  },
  {
    label: t("user:list.created"),
    id: "created",
    sort: "-created",
    width: "160",
    dispensable: true,
    narrow: "hidden",
    cell: ({ created }) => <Moment time={created} />,
  },
];

import type { TFunction } from "i18next";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DayRangeError, DayRangeFields, daysSet } from "#app/core/lists/filters/day-range-fields.tsx";
import { Filters, type SetFilter } from "#app/core/lists/filters/filters.tsx";
import { FilterSelect } from "#app/core/lists/search/search-form.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import { ROLES } from "#app/permissions.ts";
import type { UserFilterValues } from "./user-filter.server.ts";

/** The filters in the search form for users. */
export function UserFilters({ selected }: { selected: UserFilterValues }) {
  const { t } = useI18n();
  return (
    <>
      <Filters set={userFiltersSet(t, selected)}>
        <FilterSelect
          name="role"
          label={t("user:fields.role")}
          all={t("user:list.allRoles")}
          options={ROLES.map((role) => ({ value: role, label: roleName(t, role) }))}
          selected={selected.role}
        />
        <FilterSelect
          name="ban"
          label={t("user:list.ban")}
          all={t("user:list.bannedOrNot")}
          options={[
            { value: "banned", label: t("user:banned") },
            { value: "not-banned", label: t("user:list.notBanned") },
          ]}
          selected={selected.ban}
        />
        <DayRangeFields range={selected.days} labels={daysOf(t)} />
      </Filters>
      <DayRangeError range={selected.days} />
    </>
  );
}

const daysOf = (t: TFunction) => ({ from: t("user:list.createdFrom"), to: t("user:list.createdTo") });

/** The active filters. */
export const userFiltersSet = (t: TFunction, { role, ban, days }: UserFilterValues): SetFilter[] => [
  ...(role ? [{ label: roleName(t, role), parameters: ["role"] }] : []),
  ...(ban
    ? [{ label: t(ban === "banned" ? "user:banned" : "user:list.notBanned"), parameters: ["ban"] }]
    : []),
  ...daysSet(t, days, daysOf(t)),
];

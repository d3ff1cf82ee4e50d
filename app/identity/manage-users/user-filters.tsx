import type { TFunction } from "i18next";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DayRangeError, DayRangeFields } from "#app/core/lists/day-range-fields.tsx";
import { FilterSelect } from "#app/core/lists/search-form.tsx";
import { Button } from "#app/core/ui/button.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import { ROLES } from "#app/permissions.ts";
import type { ChosenFilter } from "./user-filter.server.ts";

/** The filters in the search form for users. */
export function UserFilters({ chosen }: { chosen: ChosenFilter }) {
  const { t } = useI18n();
  return (
    <>
      <FilterSelect
        name="role"
        label={t("user:fields.role")}
        all={t("user:list.allRoles")}
        options={ROLES.map((role) => ({ value: role, label: roleName(t, role) }))}
        chosen={chosen.role}
      />
      <FilterSelect
        name="ban"
        label={t("user:list.ban")}
        all={t("user:list.bannedOrNot")}
        options={[
          { value: "banned", label: t("user:banned") },
          { value: "not-banned", label: t("user:list.notBanned") },
        ]}
        chosen={chosen.ban}
      />
      <div className="flex w-full flex-wrap gap-3 sm:w-90">
        <DayRangeFields
          range={chosen.days}
          labels={{ from: t("user:list.createdFrom"), to: t("user:list.createdTo") }}
        />
      </div>
      {/* As high as the fields. */}
      <div className="grid min-h-12 self-end">
        <Button type="submit" variant="secondary">
          {t("search")}
        </Button>
      </div>
      <DayRangeError range={chosen.days} />
    </>
  );
}

/** The filters that are set, each in words. */
export function filtersInWords(t: TFunction, { role, ban, days }: ChosenFilter): string[] {
  const isLimited = days.error === null;
  return [
    role && roleName(t, role),
    ban && (ban === "banned" ? t("user:banned") : t("user:list.notBanned")),
    isLimited && days.from ? `${t("user:list.createdFrom")} ${days.from}` : "",
    isLimited && days.to ? `${t("user:list.createdTo")} ${days.to}` : "",
  ].filter(Boolean);
}

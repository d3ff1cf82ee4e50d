import type { TFunction } from "i18next";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FilterSelect } from "#app/lists/filter-select.tsx";
import { ROLES } from "#app/permissions.ts";
import { Button } from "#app/ui/button.tsx";
import { roleName } from "./role-name.ts";
import type { ChosenFilter } from "./user-filter.server.ts";

/** The filters in the search form for users. */
export function UserFilters({ chosen, isWrong }: { chosen: ChosenFilter; isWrong: boolean }) {
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
      <div className="flex w-full flex-wrap gap-3 sm:w-auto">
        {(["createdFrom", "createdTo"] as const).map((name) => (
          <label
            key={name}
            className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-sm text-quiet sm:flex-nowrap"
          >
            {t(`user:list.${name}`)}
            <input
              // Another value, another field: Back and Forward change it.
              key={chosen[name]}
              type="date"
              name={name}
              defaultValue={chosen[name]}
              aria-invalid={(isWrong && chosen[name] !== "") || undefined}
              className="min-h-12 w-full min-w-0 rounded-lg border border-edge bg-sheet px-2 py-2 text-base text-ink aria-invalid:border-danger"
            />
          </label>
        ))}
      </div>
      <Button type="submit" variant="secondary">
        {t("search")}
      </Button>
    </>
  );
}

/** The filters that are set, each in words. */
export function filtersInWords(t: TFunction, { role, ban, createdFrom, createdTo }: ChosenFilter): string[] {
  return [
    role && roleName(t, role),
    ban && (ban === "banned" ? t("user:banned") : t("user:list.notBanned")),
    createdFrom && `${t("user:list.createdFrom")} ${createdFrom}`,
    createdTo && `${t("user:list.createdTo")} ${createdTo}`,
  ].filter(Boolean);
}

import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import { TenantRow, TenantRows } from "#app/slices/organisation/tenant-rows.tsx";

/** The organisations of a user, with the translated name of their role. */
export type ShownOrganisations = {
  id: string;
  name: string;
  logo: string | null;
  role: string;
  /** Whether the user can be neither deleted nor banned because of this organisation. */
  isOnlyOwner: boolean;
}[];

/** Shows the organisations of a user on their page in the manager. */
export const organisationsUserPart: UserPart<ShownOrganisations> = {
  key: "organisation",
  Section: ({ data }) => data.length > 0 && <Organisations organisations={data} />,
};

function Organisations({ organisations }: { organisations: ShownOrganisations }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="organisations" className="mt-10">
      <h2 id="organisations" className="mb-4 font-serif text-2xl font-semibold">
        {t("organisations:title")}
      </h2>
      {organisations.some(({ isOnlyOwner }) => isOnlyOwner) && (
        <p className="mb-4 max-w-prose text-quiet">{t("tenant:needed")}</p>
      )}
      <TenantRows>
        {organisations.map(({ id, name, logo, role, isOnlyOwner }) => (
          <TenantRow
            key={id}
            to={href("/manager/organisations/:id", { id })}
            title={
              <span className="flex items-center gap-4">
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
                <bdi>{name}</bdi>
              </span>
            }
            detail={null}
          >
            {isOnlyOwner ? <Badge tone="accent">{t("tenant:onlyOwner")}</Badge> : <span>{role}</span>}
          </TenantRow>
        ))}
      </TenantRows>
    </section>
  );
}

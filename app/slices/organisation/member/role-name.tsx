import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { isOrganisationRole } from "#app/slices/organisation/organisation-roles.ts";

/** The name of a role. A role that this version does not know, as after a rollback, is shown as stored. */
export function RoleName({ role }: { role: string }) {
  const { t } = useI18n();
  return <span>{isOrganisationRole(role) ? t(`organisation:roles.${role}`) : role}</span>;
}

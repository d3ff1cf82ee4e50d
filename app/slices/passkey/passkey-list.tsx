import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import type { PasskeyRow } from "./passkey-row.server.ts";

/** The search parameters that open a dialog about a passkey. Their value is the passkey's id. */
export const RENAME = "rename";
export const REMOVE = "remove";

/** The passkeys of the reader, each with links to rename and to remove it. @param here the path of the page */
export function PasskeyList({ passkeys, here }: { passkeys: PasskeyRow[]; here: string }) {
  const { t } = useI18n();
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
      {passkeys.map(({ id, name, backedUp, created, used }) => (
        <li key={id} className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">
              <bdi className="wrap-anywhere">{name}</bdi>
            </p>
            <p className="text-sm text-quiet">{backedUp ? t("passkey:backedUp") : t("passkey:oneDevice")}</p>
            <p className="text-sm text-quiet">
              <Moment time={created}>{(time) => t("passkey:createdAt", { time })}</Moment>
              <span>{" · "}</span>
              {used ? (
                <Moment time={used}>{(time) => t("passkey:usedAt", { time })}</Moment>
              ) : (
                <span>{t("passkey:neverUsed")}</span>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {([RENAME, REMOVE] as const).map((what) => (
              <ButtonLink
                key={what}
                variant="secondary"
                to={`${here}?${new URLSearchParams({ [what]: id })}`}
                replace
                preventScrollReset
              >
                <span>{`${t(`passkey:${what}.open`)} `}</span>
                <bdi className="sr-only">{name}</bdi>
              </ButtonLink>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

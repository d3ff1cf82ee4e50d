import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import type { ShownToken } from "./token-row.server.ts";

/** The details of a token or key, below its name. */
export function TokenFacts({
  token: { scopes, created, used, lastDay, hasEnded },
  boundTo = null,
}: {
  token: ShownToken;
  /** The name of the organisation that the token is bound to. */
  boundTo?: string | null;
}) {
  const { t } = useI18n();
  return (
    <>
      <p className="my-1 flex flex-wrap gap-2">
        {hasEnded && <Badge tone="danger">{t("token:ended")}</Badge>}
        {scopes.map((scope) => (
          <Badge key={scope} tone="quiet">
            {t(`token:scopes.${scope}`)}
          </Badge>
        ))}
        {boundTo !== null && <Badge tone="quiet">{t("token:onlyIn", { name: boundTo })}</Badge>}
      </p>
      <p className="text-sm text-quiet">
        <Moment time={created}>{(time) => t("token:createdAt", { time })}</Moment>
        <span>{" · "}</span>
        {used ? (
          <Moment time={used}>{(time) => t("token:usedAt", { time })}</Moment>
        ) : (
          <span>{t("token:neverUsed")}</span>
        )}
        <span>{` · ${hasEnded ? t("token:wasUntil", { day: lastDay }) : t("token:until", { day: lastDay })}`}</span>
      </p>
    </>
  );
}

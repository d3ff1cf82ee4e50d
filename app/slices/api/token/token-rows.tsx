import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { RevokeInPlace, useRowsInPlace } from "#app/core/lists/rows-in-place.tsx";
import { Badge } from "#app/core/ui/badge.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import type { TokenRow } from "./token-row.server.ts";

/** The access tokens of a user, each with a button to revoke it. The form posts to the current page. */
export function TokenRows({ tokens, mayRevoke }: { tokens: TokenRow[]; mayRevoke: boolean }) {
  const { rows, isGone, markGone } = useRowsInPlace(tokens, true);
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          mayRevoke={mayRevoke}
          isGone={isGone(row.id)}
          onRevoked={() => markGone(row.id)}
        />
      ))}
    </ul>
  );
}

function Row({
  row: { id, name, scopes, boundTo, created, used, lastDay, hasEnded },
  mayRevoke,
  isGone,
  onRevoked,
}: {
  row: TokenRow;
  mayRevoke: boolean;
  isGone: boolean;
  onRevoked: () => void;
}) {
  const { t } = useI18n();
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className={`min-w-0 flex-1 basis-56 ${isGone ? "opacity-60" : ""}`}>
        <p className="font-medium">
          <bdi className={`wrap-anywhere ${isGone ? "line-through" : ""}`}>{name}</bdi>
        </p>
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
      </div>
      {isGone && <p className="text-quiet">{t("token:gone")}</p>}
      {mayRevoke && !isGone && (
        <RevokeInPlace
          id={id}
          field="tokenId"
          intent="revoke-token"
          done={t("token:revoked")}
          onDone={onRevoked}
        >
          <span>{`${t("token:revoke")} `}</span>
          <bdi className="sr-only">{name}</bdi>
        </RevokeInPlace>
      )}
    </li>
  );
}

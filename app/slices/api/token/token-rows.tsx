import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { RevokeInPlace, useRowsInPlace } from "#app/core/lists/rows-in-place.tsx";
import { TokenFacts } from "./token-facts.tsx";
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
  row,
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
  const { id, name } = row;
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className={`min-w-0 flex-1 basis-56 ${isGone ? "opacity-60" : ""}`}>
        <p className="font-medium">
          <bdi className={`wrap-anywhere ${isGone ? "line-through" : ""}`}>{name}</bdi>
        </p>
        <TokenFacts token={row} boundTo={row.boundTo} />
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

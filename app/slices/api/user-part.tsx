import { useState } from "react";
import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import { REVOKE_TOKENS } from "./token/revoke-tokens.ts";
import { RevokeTokensQuestion } from "./token/revoke-tokens-question.tsx";
import type { TokenRow } from "./token/token-row.server.ts";
import { TokenRows } from "./token/token-rows.tsx";

/** The access tokens of a user, for their page in the manager. */
export interface ShownUserTokens {
  tokens: TokenRow[];
  mayRevoke: boolean;
  isAsked: boolean;
}

/** Shows the access tokens of a user on their page in the manager. */
export const tokensUserPart: UserPart<ShownUserTokens> = {
  key: "api",
  Section: UserTokens,
  Question: ({ data: { isAsked }, here }) => isAsked && <RevokeTokensQuestion here={here} />,
};

function UserTokens({
  data: { tokens, mayRevoke },
  asking,
}: {
  data: ShownUserTokens;
  asking: (question: string) => string;
}) {
  const { t } = useI18n();
  const { key } = useLocation();
  const hasTokens = tokens.length > 0;
  // If a button on this page revokes the last token, the list stays, and says that it is empty.
  const [opened, setOpened] = useState({ key, hasTokens });
  if (opened.key !== key) setOpened({ key, hasTokens });
  if (!hasTokens && !opened.hasTokens) return null;
  return (
    <section aria-labelledby="tokens" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="tokens" className="font-serif text-2xl font-semibold">
          {t("token:ofUser")}
        </h2>
        {mayRevoke && hasTokens && (
          <ButtonLink variant="secondary" to={asking(REVOKE_TOKENS)} replace preventScrollReset>
            {t("token:revokeAll")}
          </ButtonLink>
        )}
      </div>
      <TokenRows key={key} tokens={tokens} mayRevoke={mayRevoke} />
    </section>
  );
}

import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { AccountFact, FactLink } from "#app/identity/account/account-fact.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";

/** The reader's picture, for the account page. */
export interface ShownPicture {
  /** Whether this deployment stores pictures. */
  isOn: boolean;
  name: string | null;
  picture: PersonPicture | null;
  mayChange: boolean;
}

/** The reader's picture, and the link that changes it. */
export const picturePart: AccountPart<ShownPicture> = {
  key: "picture",
  Fact({ data: { isOn, name, picture, mayChange }, email }) {
    const { t } = useI18n();
    if (!isOn) return null;
    return (
      <AccountFact term={t("picture:title")}>
        <Avatar user={{ name, email }} picture={picture} size="large" />
        {mayChange && <FactLink to={href("/account/picture")}>{t("picture:change")}</FactLink>}
      </AccountFact>
    );
  },
};

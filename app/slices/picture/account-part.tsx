import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";

/** What the account page shows of the reader's picture. */
export interface ShownPicture {
  /** Whether pictures are kept here. */
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
      <div className="flex flex-wrap gap-x-4 py-3">
        <dt className="w-28 text-quiet">{t("picture:title")}</dt>
        <dd className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4">
          <Avatar user={{ name, email }} picture={picture} size={picture ? "large" : "small"} />
          {mayChange && (
            <Link
              to={href("/account/picture")}
              className="-my-2.5 inline-block py-2.5 text-accent underline underline-offset-4 print:hidden"
            >
              {picture ? t("picture:change") : t("picture:add")}
            </Link>
          )}
        </dd>
      </div>
    );
  },
};

import { Ban, Eye, Pencil, Trash2 } from "lucide-react";
import { Form, href, useLocation } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { keepList } from "#app/lists/list-place.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";

/** What the reader may do with this user. */
export interface UserAbilities {
  update: boolean;
  impersonate: boolean;
  ban: boolean;
  unban: boolean;
  delete: boolean;
}

/** The buttons above a user's page. Actions that the reader may not take have no button. */
export function UserToolbar({ userId, may }: { userId: string; may: UserAbilities }) {
  const { t } = useI18n();
  const { search } = useLocation();
  const here = href("/manager/users/:id", { id: userId });
  return (
    <div className="flex flex-wrap gap-3">
      {may.update && (
        <ButtonLink
          variant="secondary"
          to={keepList(href("/manager/users/:id/update", { id: userId }), search)}
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t("edit")}
        </ButtonLink>
      )}
      {may.impersonate && (
        <ButtonLink
          variant="secondary"
          to={keepList(here, search, { confirm: "impersonate" })}
          replace
          preventScrollReset
        >
          <Eye aria-hidden="true" className="size-4" />
          {t("common:impersonation.open")}
        </ButtonLink>
      )}
      {may.unban && (
        <Form method="post" action={keepList(here, search)}>
          <SubmitButton variant="secondary" intent="unban">
            {t("user:ban.lift")}
          </SubmitButton>
        </Form>
      )}
      {may.ban && (
        <ButtonLink variant="secondary" to={keepList(href("/manager/users/:id/ban", { id: userId }), search)}>
          <Ban aria-hidden="true" className="size-4" />
          {t("user:ban.open")}
        </ButtonLink>
      )}
      {may.delete && (
        <ButtonLink
          variant="danger"
          to={keepList(here, search, { confirm: "delete" })}
          replace
          preventScrollReset
        >
          <Trash2 aria-hidden="true" className="size-4" />
          {t("delete")}
        </ButtonLink>
      )}
    </div>
  );
}

import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";

/**
 * Leaves a form without sending it, for the page that the reader came from, or their start page if they may not open
 * that one.
 */
export function CancelLink({ to }: { to: string }) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  return (
    <ButtonLink variant="secondary" to={mayOpen(to) ? to : href("/")}>
      {t("cancel")}
    </ButtonLink>
  );
}

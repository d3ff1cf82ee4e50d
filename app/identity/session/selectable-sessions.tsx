import type { ReactNode } from "react";
import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SELECTION_FORM, Selectable } from "#app/core/lists/selection/selection.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";

/**
 * The sessions of a user, of which the reader can select some and end them together.
 * @param here the URL of the page
 */
export function SelectableSessions({
  here,
  mayRevoke,
  children,
}: {
  here: string;
  mayRevoke: boolean;
  children: ReactNode;
}) {
  const { t } = useI18n();
  if (!mayRevoke) return children;
  return (
    <Selectable
      clearTo={here}
      bar={
        <Form method="post" action={here} preventScrollReset id={SELECTION_FORM}>
          <SubmitButton variant="secondary" intent="revoke-selected">
            {t("session:revoke")}
          </SubmitButton>
        </Form>
      }
    >
      {children}
    </Selectable>
  );
}

import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Dialog, useCloseTo } from "./dialog.tsx";

/**
 * Asks for confirmation of an action, and posts `intent` to the current page.
 * @param here the URL of the page without the dialog
 */
export function ConfirmDialog({
  title,
  description,
  here,
  intent,
  fields = {},
  submit,
  variant = "danger",
  children,
}: {
  title: string;
  description: string;
  here: string;
  intent: string;
  /** Further fields to post. */
  fields?: Record<string, string>;
  submit: string;
  variant?: "danger" | "primary";
  /** Further information. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const cancel = useRef<HTMLAnchorElement>(null);
  // The children may have a link, which the browser would focus.
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog title={title} onClose={useCloseTo(here)}>
      <p className="mt-2 text-quiet">{withBreaks(description)}</p>
      {children}
      <Form method="post" action={here} replace className="mt-6 dialog-buttons">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ButtonLink ref={cancel} variant="secondary" to={here} replace preventScrollReset>
          {t("cancel")}
        </ButtonLink>
        <SubmitButton variant={variant} intent={intent}>
          {submit}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import type { Bounce } from "./bounce.server.ts";

/** Why emails to an address are stopped, for a page. `time`: the last event, formatted. */
export interface ShownBounce extends Pick<Bounce, "reason"> {
  time: string;
  mayLift: boolean;
}

/**
 * Says that emails to an address are stopped, and why, with a button to resume them.
 * @param of whether the address is the reader's own or another user's
 * @param here the path of the page
 */
export function StoppedEmails({
  bounce: { reason, time, mayLift },
  of,
  email,
  here,
}: {
  bounce: ShownBounce;
  of: "reader" | "user";
  email: string;
  here: string;
}) {
  const { t } = useI18n();
  return (
    <StatusMessage
      type="warning"
      action={
        mayLift && (
          <Form method="post" action={here}>
            <SubmitButton variant="secondary" intent="lift-bounce">
              {t("bounce:lift")}
            </SubmitButton>
          </Form>
        )
      }
    >
      {withBreaks(t(`bounce:${of}.${reason}`, { email, time }))}
    </StatusMessage>
  );
}

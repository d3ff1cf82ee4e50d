import { Form } from "react-router";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import type { ownReset } from "./reset-in-words.server.ts";

/** Warns of a pending reset, with a button to stop it. */
export const factorResetPart: AccountPart<ReturnType<typeof ownReset> | null> = {
  key: "factor-reset",
  Alert: ({ data: reset, here }) =>
    reset && (
      <StatusMessage
        type="warning"
        action={
          <Form method="post" action={here} className="mt-2">
            <SubmitButton variant="secondary" intent="stop-reset">
              {reset.stop}
            </SubmitButton>
          </Form>
        }
      >
        {reset.text}
      </StatusMessage>
    ),
};

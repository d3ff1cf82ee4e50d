import { useEffect, useEffectEvent, useId, useState } from "react";
import { Form, useSubmit } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button, SubmitButton } from "#app/core/ui/button.tsx";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

/**
 * Why the browser has created no passkey: the reader has closed the prompt, the device already has a passkey, the
 * browser can't create one, or creating it failed.
 */
type Problem = "cancelled" | "already" | "unsupported" | "failed";

/** Adds a passkey. This needs script, so nothing is rendered without it. */
export function AddPasskey({
  options,
  error,
  here,
}: {
  /** The server's options to create a passkey, as JSON, once the server has sent them. */
  options: string | null;
  /** The server's error message. */
  error: string | null;
  /** The path of the page. */
  here: string;
}) {
  const { t } = useI18n();
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <noscript>
        <p className="text-quiet">{t("passkey:unsupported")}</p>
      </noscript>
    );
  }
  return (
    <section aria-labelledby="add" className="border-t border-line pt-6">
      <h2 id="add" className="mb-2 font-serif text-2xl font-semibold">
        {t("passkey:new")}
      </h2>
      {typeof PublicKeyCredential === "function" ? (
        <MakePasskey options={options} error={error} here={here} />
      ) : (
        <p className="text-quiet">{t("passkey:unsupported")}</p>
      )}
    </section>
  );
}

function MakePasskey({ options, error, here }: Parameters<typeof AddPasskey>[0]) {
  const { t } = useI18n();
  const errorId = useId();
  const submit = useSubmit();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isWaiting, setWaiting] = useState(false);

  async function make(options: string) {
    setProblem(null);
    setWaiting(true);
    try {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const response = await startRegistration({ optionsJSON: JSON.parse(options) });
      const fields = { intent: "add-passkey", response: JSON.stringify(response) };
      await submit(fields, { method: "post", action: here, replace: true });
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setWaiting(false);
    }
  }

  const makeOnArrival = useEffectEvent(make);
  useEffect(() => {
    if (options) makeOnArrival(options);
  }, [options]);

  const message = isWaiting ? null : problem ? t(`passkey:${problem}`) : error;
  return (
    <>
      <p className="mb-4 text-quiet">{t("passkey:newDescription")}</p>
      <p role="status" className="empty:hidden mb-4">
        {isWaiting && t("passkey:waiting")}
      </p>
      <div className="mb-4 empty:hidden">
        <FieldErrors id={errorId} errors={message ? [message] : undefined} />
      </div>
      {options ? (
        // Some browsers open their prompt only right after a click.
        <Button
          width="full"
          aria-disabled={isWaiting || undefined}
          onClick={() => {
            if (!isWaiting) make(options);
          }}
        >
          {t("passkey:retry")}
        </Button>
      ) : (
        <Form method="post" action={here} replace>
          <SubmitButton width="full" intent="begin-passkey">
            {t("passkey:add")}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

function problemOf(error: unknown): Problem {
  const { name } = error as Error;
  if (name === "InvalidStateError") return "already";
  // Passkeys belong to a host name, so there are none for an IP address.
  if (name === "SecurityError") return "unsupported";
  return name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "failed";
}

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";

/**
 * How long a challenge is offered for autofill before a new one replaces it, in milliseconds: less than its lifetime.
 */
const RENEWAL_INTERVAL = 4 * 60 * 1000;

/** A button that asks for a passkey. The browser's autofill offers passkeys, too. */
export default function PasskeySignIn() {
  const { t } = useI18n();
  const errorId = useId();
  const fetcher = useFetcher<{ error: string }>();
  const isAsking = useRef(false);
  const [isCancelled, setCancelled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // The URL's query contains the page to return to.
  const { search } = useLocation();
  const path = href("/login/passkey");

  /** Asks for a passkey and sends it. @throws the browser's error if there is no passkey */
  async function ask(useBrowserAutofill: boolean) {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(answer.statusText);
    const optionsJSON = await answer.json();
    // Don't ask again, because that would close the prompt that the button has opened in the meantime.
    if (useBrowserAutofill && isAsking.current) return;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill });
    setCancelled(false);
    await fetcher.submit({ response: JSON.stringify(response) }, { method: "post", action: path + search });
  }

  const offer = useEffectEvent(async () => {
    if (isAsking.current || !(await browserSupportsWebAuthnAutofill())) return;
    // Errors are ignored, because the user has not asked for a passkey. They appear if the user presses the button.
    await ask(true).catch(() => {});
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a refusal, the browser offers another challenge
  useEffect(() => {
    offer();
    const renewal = setInterval(() => offer(), RENEWAL_INTERVAL);
    return () => clearInterval(renewal);
  }, [fetcher.data]);
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);

  async function askByButton() {
    if (isBusy || fetcher.state !== "idle") return;
    isAsking.current = true;
    setBusy(true);
    setCancelled(false);
    try {
      await ask(false);
    } catch {
      // Browsers don't report the reason. Usually, the user has closed the prompt.
      setCancelled(true);
    } finally {
      isAsking.current = false;
      setBusy(false);
      offer();
    }
  }

  const isPending = isBusy || fetcher.state !== "idle";
  const error = isCancelled ? t("login:passkey.cancelled") : fetcher.data?.error;
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        width="full"
        aria-disabled={isPending || undefined}
        aria-describedby={error ? errorId : undefined}
        onClick={askByButton}
      >
        {isPending && <Spinner label={t("loading")} />}
        <span>{t("login:passkey.submit")}</span>
      </Button>
      <div className="whitespace-pre-line">
        <FieldErrors id={errorId} errors={error && !isPending ? [error] : undefined} />
      </div>
    </div>
  );
}

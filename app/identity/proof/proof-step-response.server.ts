import { data } from "react-router";
import { i18nContext, settingsContext } from "#app/context.ts";
import type { ParsedForm } from "#app/core/forms/form.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { hooked, type Prover } from "#app/identity/hooks/hooks.server.ts";
import { PROOF_FIELDS } from "./proof-fields.ts";
import type { ProofStepData } from "./proof-step-data.ts";

/** The request of a form, as an action gets it. */
export interface Posted {
  request: Request;
  /** The URL of the request, without the router's additions. */
  url: URL;
}

/** The state of the step so far. */
interface Progress {
  /** Whether an emailed code is not accepted. */
  byFactor?: boolean;
  /** Why a proof was rejected, by its field. */
  errors?: { code?: string; app?: string; passkey?: string };
  /** Whether the reader must wait before trying again. */
  isLimited?: boolean;
  resent?: boolean;
  headers?: Headers;
}

/**
 * The response that asks for a proof, with each factor that the reader has and that is accepted, and keeps the form's
 * input.
 */
export async function proofStepResponse(
  { context, submission }: ParsedForm<unknown>,
  { url }: Posted,
  prover: Prover,
  { byFactor = false, errors = {}, isLimited = false, resent = false, headers = new Headers() }: Progress,
) {
  const { userId, email } = prover;
  const added: string[] = Object.values(PROOF_FIELDS);
  const typed = Object.entries(submission.payload).flatMap(([name, value]) =>
    added.includes(name) ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const parts = await Promise.all(
    hooked("factor").map((factor) => factor.part(context, prover, errors[factor.asks] ?? null)),
  );
  const app = parts.find((part) => part?.asks === "app");
  const passkey = parts.find((part) => part?.asks === "passkey");
  // The error of a factor that the reader no longer has is shown with the remaining ones.
  const lost = (app ? null : errors.app) ?? (passkey ? null : errors.passkey) ?? null;
  /** Whether only a passkey is accepted. */
  const isOnly = byFactor && !app;
  const { t } = context.get(i18nContext);
  const step: ProofStepData = {
    code: "SESSION_EXPIRED",
    message: noteRefusal(context, "SESSION_EXPIRED"),
    words: { title: t("proof:title"), why: t("proof:why"), submit: t("proof:submit") },
    action: url.pathname + url.search,
    fields: [...typed, [PROOF_FIELDS.owner, userId]],
    mail: byFactor
      ? null
      : {
          email,
          words: {
            description: t("proof:description"),
            expiry: t("proof:expiry", { count: context.get(settingsContext).LOGIN_CODE_MINUTES }),
            label: t("proof:code"),
            spam: t("proof:spam"),
            resend: t("proof:resend"),
          },
          error: errors.code ?? lost,
          resent: resent ? t("proof:resent") : null,
        },
    help: byFactor ? ((app ?? passkey)?.help ?? null) : null,
    app: app ? { ...app.part, error: errors.app ?? (byFactor ? lost : null) } : null,
    passkey: passkey
      ? {
          ...passkey.part,
          error: passkey.part.error ?? (isOnly ? lost : null),
          unavailable: isOnly ? passkey.part.unavailable : null,
        }
      : null,
  };
  const status = ERROR_CODES[isLimited ? "LIMIT_REACHED" : "SESSION_EXPIRED"];
  return data(step, { status, headers });
}

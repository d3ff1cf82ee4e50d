import * as z from "zod";
import { normaliseLoginCode } from "#app/identity/login-code/login-code.ts";
import { readRecoveryCode } from "./recovery-code.ts";

/** The number of digits in every authenticator app, whatever the length of emailed codes. */
export const APP_CODE_DIGITS = 6;

const isAppCode = (code: string) => /^\d+$/.test(code) && code.length === APP_CODE_DIGITS;

/** A typed code from an authenticator app. */
export const appCodeSchema = z
  .string("refused:codeRequired")
  .transform(normaliseLoginCode)
  .refine(isAppCode, "refused:codeInvalid");

/** A code from an authenticator app, or a recovery code. */
export type SecondStepCode = { kind: "app" | "recovery"; code: string };

/** A typed code for the second step: the field accepts both kinds. */
const secondStepCode = z.string("refused:codeRequired").transform((typed, context): SecondStepCode => {
  const recoveryCode = readRecoveryCode(typed);
  if (recoveryCode) return { kind: "recovery", code: recoveryCode };
  const code = normaliseLoginCode(typed);
  if (isAppCode(code)) return { kind: "app", code };
  context.addIssue({ code: "custom", message: "refused:codeInvalid", input: typed });
  return z.NEVER;
});

/** The form that completes a sign-in. */
export const signInSchema = z.object({ code: secondStepCode });

/** The maximum length of an encrypted secret. */
const SEALED_LENGTH = 200;

/** The forms of the page of the second step. */
export const secondStepSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({
    intent: z.literal("switch-on"),
    secret: z.string().max(SEALED_LENGTH),
    code: appCodeSchema,
  }),
  z.object({ intent: z.literal("renew-codes"), code: secondStepCode }),
  z.object({ intent: z.literal("switch-off"), code: secondStepCode }),
]);

import * as z from "zod";
import { emailSchema } from "#app/identity/user/user.schema.ts";
import { LOGIN_CODE_LENGTH, normaliseLoginCode } from "./login-code.ts";

/** The form that asks for a login code. */
export const loginSchema = z.object({ email: emailSchema });

/** A login code as people type it. */
export const codeSchema = z
  .string("refused:codeRequired")
  .transform(normaliseLoginCode)
  .pipe(
    z
      .string("refused:codeRequired") // conform treats an empty text as missing
      .length(LOGIN_CODE_LENGTH, { error: "refused:codeLength", abort: true })
      .regex(/^\d+$/, "refused:codeInvalid"),
  );

/** The forms of the code page: confirm the code, or request a new one. */
export const verifySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), code: codeSchema, captcha: z.string().default("") }),
  z.object({ intent: z.literal("resend") }),
]);

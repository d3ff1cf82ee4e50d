import * as z from "zod";

/** A boolean environment variable: "true" or "false". */
export const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");

/** A whole number from `min` to `max`, inclusive. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

/** Links, separated by commas or spaces. */
export const links = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.array(
      z.url({
        protocol: /^(https|mailto)$/,
        error: "must be https: or mailto: URLs, separated by commas or spaces",
      }),
    ),
  );

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Origins, separated by commas or spaces. */
export const origins = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.array(
      z.string().refine(isOrigin, "must be origins (https://app.example.com), separated by commas or spaces"),
    ),
  );

/** A secret that is long enough to sign with. */
export const secret = z.string("must be set").min(32, "must be at least 32 characters");

/** Secrets, separated by commas: the first one signs, all are accepted. */
export const secrets = z
  .string("must be set")
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(secret).min(1));

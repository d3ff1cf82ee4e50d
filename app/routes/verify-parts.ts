import type { ComponentType } from "react";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { Captcha } from "#app/slices/captcha/captcha.tsx";

/** What slices ask for in addition to the code at a sign-in, in this order. Shown if a hook `loginCode` says so. */
export const verifyFields = (): readonly ComponentType<{ field: FormField }>[] => [Captcha];

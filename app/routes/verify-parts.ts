import type { ComponentType } from "react";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { Captcha } from "#app/slices/captcha/captcha.tsx";

/**
 * What a sign-in asks for in addition to the code, in this order. Slices declare these parts, and their hook
 * `loginCode` decides whether to show them.
 */
export const verifyFields = (): readonly ComponentType<{ field: FormField }>[] => [Captcha];

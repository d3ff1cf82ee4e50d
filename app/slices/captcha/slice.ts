import type { Slice } from "#app/core/lib/slice.ts";

export const captcha = { name: "captcha" } as const satisfies Slice;

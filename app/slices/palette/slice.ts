import type { Slice } from "#app/core/lib/slice.ts";

export const palette = { name: "palette" } as const satisfies Slice;

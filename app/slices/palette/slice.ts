import type { Slice } from "#app/core/lib/slice.ts";

export const palette = { name: "palette", needs: ["shortcut"] } as const satisfies Slice;

import type { Slice } from "#app/core/lib/slice.ts";

export const site = {
  name: "site",
  namespaces: ["site"],
  strings: { "/login": ["site"] },
  sitemaps: ["/site.xml"],
} as const satisfies Slice;

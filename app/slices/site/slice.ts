import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const site = {
  name: "site",
  namespaces: ["site"],
  strings: { "/login": ["site"] },
} as const satisfies Slice;

export const siteRules = {
  sitemaps: ["/site.xml"],
} as const satisfies SliceRules;

import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const logo = {
  name: "logo",
  needs: ["organisation", "upload"],
  organisationPages: { logo: { path: "logo", permission: "organisation:update" } },
  namespaces: ["logo"],
  strings: { "/app/o/:slug": ["logo"], "/app/o/:slug/logo": ["upload"] },
} as const satisfies Slice;

export const logoRules = {
  uploads: ["/app/o/:slug/logo/*"],
} as const satisfies SliceRules;

import type { Slice } from "#app/core/lib/slice.ts";

export const logo = {
  name: "logo",
  needs: ["organisation", "upload"],
  organisationPages: { logo: { path: "logo", permission: "organisation:update" } },
  namespaces: ["logo"],
  strings: { "/app/o/:slug": ["logo"], "/app/o/:slug/logo": ["upload"] },
  uploads: ["/app/o/:slug/logo/*"],
} as const satisfies Slice;

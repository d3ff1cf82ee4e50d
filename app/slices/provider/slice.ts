import type { Slice } from "#app/core/lib/slice.ts";

export const provider = {
  name: "provider",
  auditActions: ["account.link", "account.unlink"],
  // A visit to a provider. Its name goes on with the state of the visit.
  cookies: ["oauth"],
  strings: { "/login/:provider": ["auth"] },
} as const satisfies Slice;

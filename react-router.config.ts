import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A small app: its routes travel with the first page, and no navigation asks which there are.
  routeDiscovery: { mode: "initial" },
  // The framework's origin check passes requests without Origin and resource routes, and answers before any
  // middleware has run. middleware/same-origin.ts checks every unsafe request instead.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;

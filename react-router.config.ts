import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A small app: the first page brings all its routes, so that no navigation has to ask for them.
  routeDiscovery: { mode: "initial" },
  // The framework's origin check lets through requests without Origin and resource routes, and answers before any
  // middleware runs. middleware/same-origin.ts checks every unsafe request instead.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;

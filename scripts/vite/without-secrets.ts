import type { Plugin } from "vite";

/**
 * Keeps the secrets of `.dev.vars` out of the build. Cloudflare's plugin copies them into the build for `vite preview`,
 * in a file that everyone on the machine can read. ../lib/built-worker.ts and deployments need no copy.
 */
export function withoutSecrets(): Plugin {
  return {
    name: "without-secrets",
    enforce: "post",
    generateBundle(_, bundle) {
      delete bundle[".dev.vars"];
    },
  };
}

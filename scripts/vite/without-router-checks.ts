import type { Plugin } from "vite";

/** Calls of the functions by which React Router checks how it is used. All they do is throw or warn if something is wrong. */
const CHECK = /(?<!function )\b(invariant2?|warning|warningOnce|warnOnce)\(/g;

/**
 * Leaves React Router's checks of how it is used out of the browser's files: 2.6 KB of script, mostly messages. The
 * development server has them, and so does the worker. Marked as pure, a call goes if nothing uses its result.
 */
export function withoutRouterChecks(): Plugin {
  return {
    name: "without-router-checks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler: (code) => ({ code: code.replace(CHECK, "/* @__PURE__ */ $&"), map: null }),
    },
  };
}

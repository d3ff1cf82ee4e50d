import type { Plugin } from "vite";

/** The functions by which React Router checks how it is used. All they do is throw or warn if something is wrong. */
const CHECKS = ["invariant", "invariant2", "warning", "warningOnce", "warnOnce"];
const CALL = new RegExp(`\\b(${CHECKS.join("|")})\\(`);

/**
 * Leaves React Router's checks of how it is used out of the browser's files: 2.6 KB of script, mostly messages. The
 * development server has them, and so does the worker. The bundler knows functions by name only, so a call of ours with
 * such a name, which would be left out, too, is an error.
 */
export function withoutRouterChecks(): Plugin {
  return {
    name: "without-router-checks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    enforce: "pre",
    configEnvironment: (name) =>
      name === "client"
        ? { build: { rolldownOptions: { treeshake: { manualPureFunctions: CHECKS } } } }
        : undefined,
    transform: {
      filter: { id: /\/app\/.+\.tsx?$/, code: CALL },
      handler(code) {
        this.error(
          `${CALL.exec(code)?.[1]}() would be left out of the browser's files: give it another name`,
        );
      },
    },
  };
}

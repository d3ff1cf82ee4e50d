import type { Plugin } from "vite";

/**
 * Builds the product with React Router's production files. Its package.json exports only the development files, which
 * are larger and warn in the browser's console: https://github.com/remix-run/react-router/issues/14102. Delete this
 * when that is closed.
 */
export function productionRouter(): Plugin {
  return {
    name: "production-router",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^react-router(\/|$)/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
      },
    },
  };
}

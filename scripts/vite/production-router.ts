import type { Plugin } from "vite";

/**
 * Builds the product with React Router's production files. Its package.json names only those for development, which warn in
 * the browser's console and are heavier: https://github.com/remix-run/react-router/issues/14102. Delete this when that is
 * closed.
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

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import { unstable_readConfig } from "wrangler";
import { isLanguage } from "#app/core/i18n/languages.ts";
import type * as render from "./render-site.tsx";

/** Renders the site's pages into the folder of assets, which the edge serves without the worker. */
export function sitePages(): Plugin {
  return {
    name: "site-pages",
    // This runs before the framework, which would respond to these paths with 404.
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const { renderSite } = await load();
      for (const [fileName, source] of renderSite(deployment()))
        this.emitFile({ type: "asset", fileName, source });
    },
    async writeBundle({ dir = "" }) {
      const { headersOf } = await load();
      appendFileSync(join(dir, "_headers"), `\n${headersOf(deployment())}\n`);
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? "/", "http://localhost").pathname;
        // Only these paths can be pages of the site, so all other requests need not wait until the site is rendered.
        if (request.method !== "GET" || !isLanguage(path.split("/")[1])) return next();
        try {
          const { renderSite } = await load();
          const page = renderSite(deployment()).get(`${path.slice(1)}.html`);
          if (page === undefined) return next();
          response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** The renderer is TypeScript with JSX, which Vite can load and Node itself can't. */
async function load(): Promise<typeof render> {
  const { module } = await runnerImport<typeof render>("/app/slices/site/pages/render-site.tsx");
  return module;
}

/** The settings of the built environment in wrangler.toml. */
function deployment(): render.Deployment {
  const env = process.env.CLOUDFLARE_ENV;
  const { vars } = unstable_readConfig({ config: "wrangler.toml", ...(env && { env }) });
  const { BASE_URL, ENVIRONMENT_NAME } = vars as Record<string, string | undefined>;
  return { base: BASE_URL, isListed: !ENVIRONMENT_NAME };
}

import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { SETTING_NAMES } from "./app/settings.ts";
import { sitePages } from "./app/slices/site/pages/site-pages.ts";
import { chunkOf, type ModuleGraph, SHARED_CHUNKS } from "./scripts/vite/chunks.ts";
import { describeBuild } from "./scripts/vite/describe-build.ts";
import { hashStrings } from "./scripts/vite/hash-strings.ts";
import { iconSprite } from "./scripts/vite/icon-sprite.ts";
import { productionRouter } from "./scripts/vite/production-router.ts";
import { withoutSecrets } from "./scripts/vite/without-secrets.ts";

/** What pages share, in few files: it compresses better together, and a phone makes fewer requests. */
const sharedChunks = SHARED_CHUNKS.map((chunk, position) => ({
  name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === chunk ? chunk : null),
  priority: SHARED_CHUNKS.length - position,
}));

export default defineConfig(({ command }) => {
  // The development server reads `.dev.vars` itself and lets it win; here the environment overrides it.
  const fromEnvironment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => SETTING_NAMES.includes(name)),
  );
  return {
    plugins: [
      sitePages(),
      cloudflare({ viteEnvironment: { name: "ssr" } }),
      tailwindcss(),
      reactRouter(),
      productionRouter(),
      withoutSecrets(),
      iconSprite(),
    ],
    // Finds every dependency at the start: finding one later makes the development server reload the page.
    optimizeDeps: { entries: ["app/**/*.{ts,tsx}", "!app/**/*.{server,test}.{ts,tsx}"] },
    define: {
      __BUILD__: JSON.stringify(describeBuild()),
      __STRINGS_VERSION__: JSON.stringify(hashStrings()),
      __SETTINGS_OF_DEV_SERVER__: JSON.stringify(command === "serve" ? fromEnvironment : {}),
    },
    // Inlined files would need data: in the Content-Security-Policy.
    build: {
      assetsInlineLimit: 0,
      // What import() loads first. Every page has these files already, so naming them would only make it heavier.
      modulePreload: {
        resolveDependencies: (_, files) =>
          files.filter((file) => !/\/(framework|frame|rolldown-runtime)-[^/]*$/.test(file)),
      },
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
    },
  };
});

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { withoutSecrets } from "#scripts/vite/without-secrets.ts";

test("a build does not contain this machine's settings", async () => {
  const { build } = await import("vite");
  const outDir = mkdtempSync(path.join(tmpdir(), "secrets-"));
  // Cloudflare's plugin would copy the settings into the build.
  const copies = (fileName: string) => ({
    name: `copies ${fileName}`,
    generateBundle(this: { emitFile(file: object): void }) {
      this.emitFile({ type: "asset", fileName, source: "COOKIE_SECRETS=secret\n" });
    },
  });
  await build({
    configFile: false,
    logLevel: "silent",
    plugins: [withoutSecrets(), copies(".dev.vars"), copies("other.txt")],
    build: { outDir, rolldownOptions: { input: "app/product.ts" } },
  });
  expect(existsSync(path.join(outDir, "other.txt"))).toBe(true);
  expect(existsSync(path.join(outDir, ".dev.vars"))).toBe(false);
  rmSync(outDir, { recursive: true });
});

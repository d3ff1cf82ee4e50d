import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentStamp, whyStale, writeStamp } from "#scripts/lib/build.ts";

const home = process.cwd();
let project: string;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), "build-"));
  process.chdir(project);
  for (const folder of ["app/core/ui", "build/server"]) mkdirSync(folder, { recursive: true });
  writeFileSync("app/core/ui/button.tsx", "one");
});
afterEach(() => {
  process.chdir(home);
  rmSync(project, { recursive: true });
});

test("a build is up to date until one of its sources changes", () => {
  expect(whyStale("")).toBe("there is no finished build");
  writeStamp(currentStamp(""));
  expect(whyStale("")).toBeNull();
  writeFileSync("app/core/ui/button.test.ts", "no part of the build");
  expect(whyStale("")).toBeNull();

  writeFileSync("app/core/ui/button.tsx", "another");
  expect(whyStale("")).toBe("app/core/ui/button.tsx has changed since the last build");
  writeFileSync("app/core/ui/button.tsx", "one");
  expect(whyStale("")).toBeNull();
  writeFileSync("wrangler.toml", "new");
  expect(whyStale("")).toBe("wrangler.toml has changed since the last build");
  rmSync("wrangler.toml");
  rmSync("app/core/ui/button.tsx");
  expect(whyStale("")).toBe("app/core/ui/button.tsx has changed since the last build");
});

test("a build for one environment is not used for another", () => {
  writeStamp(currentStamp("preview"));
  expect(whyStale("preview")).toBeNull();
  expect(whyStale("")).toBe('build/ is for the environment "preview"');
});

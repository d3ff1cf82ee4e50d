import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";

/** The source files of a build. Tests, which lie next to them, are not part of it. */
const SOURCES = [
  "{app,workers,public,locales}/**",
  "{vite,react-router}.config.ts",
  "scripts/vite/**",
  "{package,package-lock,tsconfig}.json",
  "wrangler.toml",
];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The stamp is in a folder that a build empties first, so an aborted build leaves no stamp. */
const STAMP = "build/server/made-of.json";

/** An environment of wrangler.toml, and the hash of each source file. */
interface Stamp {
  environment: string;
  sources: Record<string, string>;
}

/** The stamp of a build of the current files. */
export function currentStamp(environment: string): Stamp {
  const files = globSync(SOURCES).filter((file) => !isTest(file) && statSync(file).isFile());
  const hash = (file: string) => createHash("sha256").update(readFileSync(file)).digest("base64url");
  return { environment, sources: Object.fromEntries(files.sort().map((file) => [file, hash(file)])) };
}

/**
 * Builds the product into build/, for an environment of wrangler.toml, or "" for this machine.
 * @throws {Error} with the build's error output as its message
 */
export function build(environment: string): void {
  // The stamp is computed before the build, so that a file that changes during the build makes it stale.
  const stamp = currentStamp(environment);
  const { status, stderr, error } = spawnSync("react-router", ["build"], {
    encoding: "utf8",
    // A test runner sets NODE_ENV to "test", which would build React for development.
    env: { ...process.env, NODE_ENV: "production", CLOUDFLARE_ENV: environment },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  writeStamp(stamp);
}

/** Records that build/ is complete, and of which source files it was made. */
export function writeStamp(stamp: Stamp): void {
  writeFileSync(STAMP, JSON.stringify(stamp));
}

/** Builds the product if build/ is out of date, and prints why. @throws {Error} like `build` */
export function buildIfStale(environment = process.env.CLOUDFLARE_ENV ?? ""): void {
  const reason = whyStale(environment);
  if (!reason) return;
  console.log(`Building, because ${reason}...`);
  build(environment);
}

/** The reason why build/ can't be used for an environment; null if it can. */
export function whyStale(environment: string): string | null {
  if (!existsSync(STAMP)) return "there is no finished build";
  const built: Stamp = JSON.parse(readFileSync(STAMP, "utf8"));
  const named = (name: string) => (name ? `the environment "${name}"` : "this machine");
  if (built.environment !== environment) return `build/ is for ${named(built.environment)}`;
  const { sources } = currentStamp(environment);
  const changed = [...new Set([...Object.keys(sources), ...Object.keys(built.sources)])].find(
    (file) => sources[file] !== built.sources[file],
  );
  return changed ? `${changed} has changed since the last build` : null;
}

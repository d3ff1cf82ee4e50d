// The entry point of every npm script that must work in a fresh clone: plain JavaScript without dependencies, because
// it runs on the machine's own Node before anything is installed. It installs the packages of the lockfile if
// node_modules does not match it, then runs scripts/<name>.ts on the Node of package.json.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

const STAMP = "node_modules/.installed-from";

try {
  const lockfile = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const installed = existsSync(STAMP) ? readFileSync(STAMP, "utf8") === lockfile : isInstalledByHand();
  if (!installed) {
    // If node_modules is a link, npm would empty the folder behind it, which other copies also use.
    if (existsSync("node_modules") && lstatSync("node_modules").isSymbolicLink()) {
      throw new Error("node_modules is a link to a folder of another lockfile: remove the link.");
    }
    install();
    writeFileSync(STAMP, lockfile);
  }
} catch (error) {
  console.error(`Not installed: ${error.message}`);
  process.exit(1);
}

// The package "node" provides the Node of package.json. It comes first in PATH, so that child processes use it, too.
const bin = join(root, "node_modules/.bin");
const [name, ...args] = process.argv.slice(2);
const child = spawn(join(bin, "node"), [`scripts/${name}.ts`, ...args], {
  stdio: "inherit",
  env: {
    WRANGLER_LOG: "error",
    WRANGLER_SEND_METRICS: "false",
    // Node caches the compiled code of large tools, such as wrangler, which the tests start a hundred times.
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
    ...process.env,
    PATH: bin + delimiter + process.env.PATH,
  },
});
// Ctrl-C reaches the child by itself, because it shares the terminal; a signal sent to this process does not.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm sends a signal to a shell, which dies without passing it on, so this process only notices that its parent has
// changed.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
child.on("exit", (code, signal) => process.exit(signal ? 1 : code));

/**
 * Whether somebody has run `npm ci` or `npm install` since the lockfile was written. npm records in node_modules what
 * it has installed.
 */
function isInstalledByHand() {
  const note = "node_modules/.package-lock.json";
  return existsSync(note) && statSync(note).mtimeMs > statSync("package-lock.json").mtimeMs;
}

/** @throws {Error} with npm's error as its message, on one line */
function install() {
  JSON.parse(readFileSync("package-lock.json", "utf8"));
  console.log("Installing the packages of package-lock.json...");
  const { status, stderr } = spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  const reasons = stderr
    .split("\n")
    .filter((line) => /^npm (error|ERR!) (?!code|path|A complete log)\S/.test(line));
  throw new Error(
    (reasons[0] ?? stderr.trim().split("\n")[0] ?? "npm ci failed").replace(/^npm (error|ERR!) /, ""),
  );
}

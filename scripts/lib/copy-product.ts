import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A copy of the product for experiments. */
export interface ProductCopy {
  folder: string;
  /** Runs an npm script in the copy. @throws {Error} if it fails */
  run(script: string, ...args: string[]): void;
  /** Runs npm in the copy. @throws {Error} if it fails */
  npm(...args: string[]): void;
}

/** Copies all files that Git has or would add, uncommitted changes included, with a link to the installed packages. */
export function copyProduct(): ProductCopy {
  const folder = mkdtempSync(path.join(tmpdir(), "product-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  // Git still lists deleted files until the deletion is committed.
  for (const file of files.split("\0").filter((file) => file && existsSync(file))) {
    cpSync(file, path.join(folder, file));
  }
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  function npm(...args: string[]): void {
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ${args.join(" ")}`);
  }
  return {
    folder,
    npm,
    run: (script, ...args) => npm("run", script, ...(args.length > 0 ? ["--", ...args] : [])),
  };
}

// npm run test:without-books: removes the books from a copy, and runs every test that remains there.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fail } from "./lib/fail.ts";

const copy = mkdtempSync(path.join(tmpdir(), "without-books-"));

/** Runs an npm script in the copy. @throws {Error} if it fails */
function run(...args: string[]): void {
  const { status } = spawnSync("npm", args, { cwd: copy, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}`);
}

try {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  // Git still lists a deleted file until the deletion is committed.
  for (const file of files.split("\0").filter((file) => file && existsSync(file))) {
    cpSync(file, path.join(copy, file));
  }
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  run("run", "remove-books");
  run("test");
  rmSync(copy, { recursive: true, force: true });
} catch (error) {
  fail(`Without the books, this fails: ${(error as Error).message}. The copy is in ${copy}.`);
}

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startCloudflareApi } from "./cloudflare-api.ts";
import { fill, openMigrated } from "./filled-database.ts";

/**
 * Sets up what the database commands need: a folder with a copy of this machine's configuration and a
 * separate local database, and a filled deployed database behind a stand-in for Cloudflare's API.
 */
export async function startCommands() {
  const folder = mkdtempSync(path.join(tmpdir(), "commands-"));
  // Replaces the sender and the site's address, as a team does, because those in the repository may be
  // examples.
  const config = readFileSync("wrangler.toml", "utf8")
    .replace(/^MAIL_FROM = ".*"/gm, `MAIL_FROM = "mail@sender.test"`)
    .replace(/^BASE_URL = ".*"/gm, `BASE_URL = "https://site.test"`);
  writeFileSync(path.join(folder, "wrangler.toml"), config);
  cpSync("migrations", path.join(folder, "migrations"), { recursive: true });
  const deployed = await openMigrated();
  await fill(deployed.d1);
  const api = await startCloudflareApi(deployed.d1);

  /**
   * Runs a command in the folder, with Cloudflare's API replaced.
   * @param options.typed the input, if the command asks for any
   * @param options.until ends the command and its child processes as soon as it prints this text. The result then has
   *   no exit code
   */
  async function run(
    command: string,
    args: string[],
    { typed = "", until }: { typed?: string; until?: string } = {},
  ) {
    const child = spawn(command, args, {
      cwd: folder,
      // The command gets a separate process group, which can be ended as a whole.
      detached: true,
      env: { ...process.env, ...api.env, CI: "true", WRANGLER_LOG: "error", NO_COLOR: "1" },
    });
    child.stdin.end(typed);
    let output = "";
    let isEnded = false;
    const note = (chunk: Buffer) => {
      output += chunk;
      if (isEnded || !until || !child.pid || !output.includes(until)) return;
      isEnded = true;
      process.kill(-child.pid);
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, output };
  }

  return {
    /** The name of the database. */
    name: /^database_name = "(.*)"$/m.exec(config)?.[1] ?? "",
    folder,
    deployed,
    api,
    run,
    /** Runs scripts/<name>.ts. */
    script: (name: string, args: string[], options?: Parameters<typeof run>[2]) =>
      run("node", [path.resolve(`scripts/${name}.ts`), ...args], options),
    async stop() {
      api.stop();
      await deployed.close();
      rmSync(folder, { recursive: true });
    },
  };
}

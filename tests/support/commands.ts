import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startCloudflareApi } from "./cloudflare-api.ts";
import { fill, openMigrated } from "./filled-database.ts";

/**
 * What the commands for a database run on: a folder with this machine's part of the configuration, and so with a local
 * database of its own, and a deployed database that is filled, behind a server that stands in for Cloudflare's API.
 */
export async function startCommands() {
  const folder = mkdtempSync(path.join(tmpdir(), "commands-"));
  // A sender as a team sets it: the one in the repository may be the example.
  const config = readFileSync("wrangler.toml", "utf8").replace(
    /^MAIL_FROM = ".*"/gm,
    `MAIL_FROM = "mail@sender.test"`,
  );
  writeFileSync(path.join(folder, "wrangler.toml"), config);
  cpSync("migrations", path.join(folder, "migrations"), { recursive: true });
  const deployed = await openMigrated();
  await fill(deployed.d1);
  const api = await startCloudflareApi(deployed.d1);

  /** Runs a command in the folder, with Cloudflare's API replaced. @param typed what is typed, if it asks */
  async function run(command: string, args: string[], typed = "") {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...api.env, CI: "true", WRANGLER_LOG: "error", NO_COLOR: "1" },
    });
    child.stdin.end(typed);
    let output = "";
    const note = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, output };
  }

  return {
    /** What a team calls its database. */
    name: /^database_name = "(.*)"$/m.exec(config)?.[1] ?? "",
    folder,
    deployed,
    api,
    run,
    /** Runs scripts/<name>.ts. */
    script: (name: string, args: string[], typed?: string) =>
      run("node", [path.resolve(`scripts/${name}.ts`), ...args], typed),
    async stop() {
      api.stop();
      await deployed.close();
      rmSync(folder, { recursive: true });
    },
  };
}

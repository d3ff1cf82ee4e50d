import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addUser } from "#tests/support/people.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Does in a separate folder what docs/api.md tells the author of an API client to do.

/** The API's address in the documentation. */
const DOCUMENTED = "http://localhost:3000";

/** Code that the type checker must refuse. If it accepted this code, the types would be `any`. */
const MISTAKES = `
// @ts-expect-error there is no such path
client.GET("/api/v1/nowhere");
// @ts-expect-error an operation without such a parameter
client.GET("/api/v1/users", { params: { query: { colour: "red" } } });
// @ts-expect-error a body without its field
client.PATCH("/api/v1/me", { body: {} });
// @ts-expect-error an answer without such a field
me.password;
`;

const run = promisify(execFile);

let worker: TestWorker;
let folder: string;

beforeAll(async () => {
  worker = await startTestWorker();
  folder = await mkdtemp(path.join(tmpdir(), "api-client-"));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await worker.stop();
});

test("the API client of docs/api.md is generated from the document, passes the type checker and runs", async () => {
  const [, section = ""] = (await readFile("docs/api.md", "utf8")).split("## A typed client");
  const [, command = ""] = /^npx (openapi-typescript .+)$/m.exec(section) ?? [];
  const [, program = ""] = /```ts\n(.+?)```/s.exec(section) ?? [];
  const here = (text: string) => text.replaceAll(DOCUMENTED, worker.url);
  const inFolder = (tool: string, args: string[], env: Record<string, string> = {}) =>
    run(tool, args, { cwd: folder, env: { ...process.env, ...env } });

  const [generator = "", ...args] = here(command).split(" ");
  await inFolder(generator, args);
  await writeFile(path.join(folder, "client.ts"), here(program));
  await writeFile(path.join(folder, "mistakes.ts"), here(program) + MISTAKES);
  const options = "--noEmit --strict --skipLibCheck --allowImportingTsExtensions --types node";
  // The type checker prints nothing unless it finds errors.
  const checked = await inFolder("tsc", [
    ...options.split(" "),
    ...["--module", "nodenext", "--target", "es2024", "mistakes.ts"],
  ]).catch((refused: { stdout: string }) => refused);
  expect(checked.stdout).toBe("");

  const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  // More users than fit on one page.
  for (let n = 0; n < 25; n++) await addUser(worker);
  const { stdout } = await inFolder("node", ["client.ts"], { TOKEN: caller.token });
  const lines = stdout.trim().split("\n");
  expect(lines.slice(0, 2)).toEqual([`${caller.owner.email} may read, write, manage`, "Their name is Ada"]);
  expect(lines.slice(2)).toHaveLength(26);
  expect(lines.slice(2)).toEqual(lines.slice(2).sort());
});

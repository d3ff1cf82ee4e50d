import { globSync } from "node:fs";
import path from "node:path";
import type { WorkerOptions } from "miniflare";
import { unstable_readConfig } from "wrangler";

/** The header of a request that gets no response to its batches: D1 carries each batch out, and then the call fails. */
export const LOSES_ANSWERS = { "X-Test-Loses-Answers": "true" };

const ENTRY = (main: string) => `
import worker from "./${main}";

const losing = (db) => ({
  prepare: (query) => db.prepare(query),
  async batch(statements) {
    await db.batch(statements);
    throw new Error("D1_ERROR: Network connection lost.");
  },
  withSession: (start) => losing(db.withSession(start)),
  getBookmark: () => db.getBookmark(),
});

export default {
  ...worker,
  fetch(request, env, execution) {
    const loses = request.headers.has("${Object.keys(LOSES_ANSWERS)[0]}");
    return worker.fetch(request, loses ? { ...env, DB: losing(env.DB) } : env, execution);
  },
};
`;

/**
 * The `overrides` that put a module in front of the built worker, so that requests can lose D1's responses.
 */
export function losingAnswers(): Partial<WorkerOptions> {
  const { main = "" } = unstable_readConfig({ config: "build/server/wrangler.json" });
  const directory = path.dirname(main);
  const files = globSync("**/*.js", { cwd: directory });
  return {
    modules: [
      {
        type: "ESModule",
        path: path.resolve(directory, "loses-answers.js"),
        contents: ENTRY(path.basename(main)),
      },
      ...files.map((file) => ({ type: "ESModule" as const, path: path.resolve(directory, file) })),
    ],
    modulesRoot: path.resolve(directory),
  } as Partial<WorkerOptions>;
}

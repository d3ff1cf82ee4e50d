import { globSync } from "node:fs";
import path from "node:path";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

const CONFIG = "build/server/wrangler.json";
/** Where wrangler stores local D1 and KV, so that its commands see the same data. */
export const WRANGLER_STATE = ".wrangler/state/v3";

/** The D1 databases and KV namespaces of a worker, by the names of their bindings. */
export type StorageOptions = Partial<Pick<WorkerOptions, "d1Databases" | "kvNamespaces">>;

interface BuiltWorkerOptions {
  /** 0 for any free port. */
  port?: number;
  settings: Record<string, string>;
  /** The folder in which D1 and KV are stored; by default, they start empty and in memory. */
  persistTo?: string;
  /** The configuration of another build; by default the product's. */
  config?: string;
  /** Replaces bindings, to test what happens when one fails. */
  overrides?: Partial<WorkerOptions>;
  /** Returns further workers, which share the storage of this worker. */
  beside?: (storage: StorageOptions) => WorkerOptions[];
  /**
   * Returns the source of a module that runs in front of the worker. `main` is the name by which the module
   * imports the worker.
   */
  inFront?: (main: string) => string;
  /** The data centre that requests seem to reach. */
  dataCentre?: string;
  /** Whether to open the port of workerd's inspector. */
  inspect?: boolean;
  /** Receives the worker's log line by line. Without this, the lines go to this process's output. */
  onLog?: (line: string) => void;
}

/** Starts the built worker in workerd, with the bindings of wrangler.toml. */
export async function startBuiltWorker(options: BuiltWorkerOptions): Promise<Miniflare> {
  const file = options.config ?? CONFIG;
  const config = unstable_readConfig({ config: file });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  if (!main) throw new Error(`${file} names no entry: run "npm run build"`);
  const { modulesRules, ...worker } = workerOptions;
  const directory = path.dirname(main);
  const entry = path.basename(main);
  const files = globSync("**/*.js", { cwd: directory }).filter((file) => file !== entry);
  const modules = [entry, ...files].map((file) => ({ type: "ESModule", path: file }));
  const inFront = options.inFront && {
    type: "ESModule",
    path: "in-front.js",
    contents: options.inFront(`./${entry}`),
  };
  const { d1Databases, kvNamespaces } = { ...worker, ...options.overrides };
  const instance = new Miniflare({
    host: "127.0.0.1",
    port: options.port ?? 0,
    log: new Log(LogLevel.ERROR),
    cf: options.dataCentre ? { colo: options.dataCentre } : false,
    ...(options.inspect && { inspectorPort: 0 }),
    ...(options.persistTo && { defaultPersistRoot: options.persistTo }),
    ...(options.onLog && {
      handleStructuredLogs: ({ message }: { message: string }) => void options.onLog?.(message),
    }),
    workers: [
      {
        ...worker,
        name: "worker",
        rootPath: directory,
        modules: inFront ? [inFront, ...modules] : modules,
        // The caller passes the settings, because the build contains no settings of this machine
        // (./without-secrets.ts).
        bindings: { ...config.vars, ...options.settings },
        ...options.overrides,
      },
      ...(options.beside?.({ d1Databases, kvNamespaces }) ?? []),
    ],
  } as MiniflareOptions);
  await instance.ready;
  return instance;
}

import type * as cloudflare from "@cloudflare/workers-types";

// `npm run typegen` derives the interface Env from wrangler.toml (worker-configuration.d.ts) and expects the types it
// names to be global. Only these are declared global: Cloudflare's whole set of globals would merge with the DOM's.
declare global {
  type D1Database = cloudflare.D1Database;
  type ImagesBinding = cloudflare.ImagesBinding;
  type KVNamespace = cloudflare.KVNamespace;
  type Queue = cloudflare.Queue;
  type R2Bucket = cloudflare.R2Bucket;
  type RateLimit = cloudflare.RateLimit;
}

/**
 * The bindings of wrangler.toml. TypeScript treats a type that is not declared above as `any`; here it becomes `never`,
 * so that using a new kind of binding doesn't compile until its type is declared above.
 */
export type Bindings = { [Name in keyof Env]: [unknown] extends [Env[Name]] ? never : Env[Name] } & {
  /** Only bound if wrangler.toml has the binding (docs/operations.md, Email). */
  EMAIL?: cloudflare.SendEmail;
  /** Only bound if this deployment stores files. */
  FILES?: cloudflare.R2Bucket;
  IMAGES?: cloudflare.ImagesBinding;
};

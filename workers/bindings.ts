import type * as cloudflare from "@cloudflare/workers-types";

// `npm run typegen` derives the interface Env from wrangler.toml (worker-configuration.d.ts) and expects the types it names
// to be global. Only these are: all of Cloudflare's globals at once would merge with those of the DOM.
declare global {
  type D1Database = cloudflare.D1Database;
  type KVNamespace = cloudflare.KVNamespace;
  type RateLimit = cloudflare.RateLimit;
}

/**
 * The bindings of wrangler.toml. TypeScript takes a type that is not declared above for `any`; here it is `never`, so that
 * using a binding of a new kind does not compile until its type has a line there.
 */
export type Bindings = { [Name in keyof Env]: [unknown] extends [Env[Name]] ? never : Env[Name] };

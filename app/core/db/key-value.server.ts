import type { KVNamespace } from "@cloudflare/workers-types";
import { answerOf } from "./storage-time-limit.ts";

/** The part of KV that we use. */
export type KeyValueStore = ReturnType<typeof createKeyValueStore>;

/** A KV namespace with a time limit on each call. */
export function createKeyValueStore(binding: KVNamespace) {
  return {
    get: (key: string) => answerOf("KV", "get", binding.get(key)),
    getJson: <T>(key: string) => answerOf("KV", "get", binding.get<T>(key, "json")),
    /** @param options.expirationTtl in seconds */
    put: (key: string, value: string, options: { expirationTtl: number }) =>
      answerOf("KV", "put", binding.put(key, value, options)),
    /** The keys with a prefix, in ascending order. */
    list: (options: { prefix: string; limit: number }) => answerOf("KV", "list", binding.list(options)),
  };
}

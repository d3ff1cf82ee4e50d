import type { KVNamespace } from "@cloudflare/workers-types";
import { answerOf } from "./storage-time-limit.ts";

/** What we use of KV. */
export type KeyValueStore = ReturnType<typeof createKeyValueStore>;

/** A KV namespace, each of whose calls has a time limit. */
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

import type { RouterContextProvider } from "react-router";

/** What a request to the API comes with: the router's context, which the root's middleware has filled. */
export interface ApiEnv {
  Bindings: { context: Readonly<RouterContextProvider> };
}

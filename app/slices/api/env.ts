import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RouterContextProvider } from "react-router";

/** What a request to the API comes with: the router's context, which the root's middleware has filled. */
export interface ApiEnv {
  Bindings: { context: Readonly<RouterContextProvider> };
}

/** Adds the operations of a kind of thing to the API. */
export type ApiPart = (api: OpenAPIHono<ApiEnv>) => void;

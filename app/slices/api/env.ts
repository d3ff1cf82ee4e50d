import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RouterContextProvider } from "react-router";

/** The environment of a request to the API: the router's context, filled by the root's middleware. */
export interface ApiEnv {
  Bindings: { context: Readonly<RouterContextProvider> };
}

/** Adds the operations on one kind of thing to the API. */
export type ApiPart = (api: OpenAPIHono<ApiEnv>) => void;

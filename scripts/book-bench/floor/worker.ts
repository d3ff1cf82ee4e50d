import * as build from "virtual:react-router/server-build";
import type { D1Database } from "@cloudflare/workers-types";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { databaseContext } from "./app/context.ts";

const handle = createRequestHandler(build, import.meta.env.MODE);

export default {
  fetch(request: Request, env: { DB: D1Database }) {
    const context = new RouterContextProvider();
    context.set(databaseContext, env.DB);
    return handle(request, context);
  },
};

import { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { API_PATH } from "#app/core/http/api-path.ts";
import { BODY_REFUSALS } from "#app/core/http/read-body.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { openApiDocument } from "#app/slices/api/reference/open-api.server.ts";
import { userChangesApi } from "#app/slices/api/users/user-changes.server.ts";
import { usersApi } from "#app/slices/api/users/users.server.ts";
import { API_OPERATIONS } from "#app/slices.server.ts";
import { auditApi } from "./audit.server.ts";
import type { ApiEnv } from "./env.ts";
import { fieldProblems } from "./field-problems.server.ts";
import { meApi } from "./me.server.ts";
import { ApiProblem, problemResponse } from "./problem.server.ts";

const api = new OpenAPIHono<ApiEnv>({
  async defaultHook(result, c) {
    if (result.success) return;
    // A malformed id matches no row.
    if (result.target === "param") throw new ApiProblem("NOT_FOUND");
    const sent = result.target === "json" ? await c.req.json() : c.req.query();
    const errors = fieldProblems(c.env.context.get(i18nContext), result.error.issues, sent);
    throw new ApiProblem(result.target === "json" ? "INVALID_FIELDS" : "INVALID_REQUEST", { errors });
  },
}).basePath(API_PATH);

for (const add of [meApi, ...API_OPERATIONS, usersApi, userChangesApi, auditApi]) add(api);

let document: ReturnType<typeof openApiDocument> | undefined;

/**
 * The OpenAPI document without the server's URL. It depends only on the code, so it is made once, on first
 * use.
 */
export function apiDocument() {
  document ??= makeDocument();
  return document;
}

function makeDocument() {
  const hasKeys = hooked("tenantKey").length > 0;
  api.openAPIRegistry.registerComponent("securitySchemes", "accessToken", {
    type: "http",
    scheme: "bearer",
    description: `A personal access token, made on the account page${hasKeys ? ", or a key of an organisation, made on its page, for what belongs to it" : ""}.`,
  });
  return openApiDocument(api);
}

api.get("/openapi.json", (c) => {
  const { context } = c.env;
  const { origin } = new URL(
    context.get(settingsContext).BASE_URL ?? context.get(platformContext).origin.origin,
  );
  return c.json({ ...apiDocument(), servers: [{ url: origin }] });
});

// If the path exists with another method, the response is 405.
for (const path of new Set(api.routes.map((route) => route.path))) {
  const methods = new Set(api.routes.filter((route) => route.path === path).map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  api.all(path.slice(API_PATH.length), () => {
    throw new ApiProblem("METHOD_NOT_ALLOWED", { headers: { Allow: [...methods].join(", ") } });
  });
}

api.notFound(() => {
  throw new ApiProblem("NOT_FOUND");
});

api.onError((error) => {
  throw error;
});

/** The app around the API. It adds what all responses share, such as CORS headers and error responses. */
const answers = new Hono<ApiEnv>();
answers.use(
  cors({
    origin: (origin, c) => (c.env.context.get(settingsContext).API_ORIGINS.includes(origin) ? origin : null),
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: [
      "Authorization",
      "Content-Disposition",
      "Content-Type",
      "If-Match",
      "If-None-Match",
      "Idempotency-Key",
    ],
    exposeHeaders: [
      "ETag",
      "Idempotency-Replayed",
      "Location",
      "Retry-After",
      "WWW-Authenticate",
      "X-Error-Code",
      "X-Request-Id",
    ],
    maxAge: 600,
  }),
);
answers.all("*", async (c) => {
  try {
    requireBody(c.env.context);
    return await api.fetch(c.req.raw, c.env);
  } catch (thrown) {
    return problemResponse(c.env.context, thrown);
  }
});

/** Refuses a request whose body could not be read, before its token is looked up. */
function requireBody(context: Readonly<RouterContextProvider>): void {
  const { bodyRefusal } = context.get(platformContext);
  if (bodyRefusal !== null) throw new ApiProblem(BODY_REFUSALS[bodyRefusal]);
}

/** Handles a request to the API. */
export const handleApi = (request: Request, context: Readonly<RouterContextProvider>) =>
  answers.fetch(request, { context });

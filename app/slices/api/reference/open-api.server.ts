import type { OpenAPIHono } from "@hono/zod-openapi";
import { API_LICENSE, PRODUCT_NAME } from "#app/product.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";

/** The document that describes every operation of an API (OpenAPI 3.1), without the server's URL. */
export const openApiDocument = (api: OpenAPIHono<ApiEnv>) =>
  api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1.0.0",
      description:
        "Lists, reads and changes what the pages do, under the same rules, with the permissions of the token's owner.",
      license: API_LICENSE,
    },
  });
